/** The visible part of the map: zooming and moving by mouse, touch and keyboard; and finding the country at a point. */

import { draw } from './dom.js';

// Pixels: the distance at which a small country counts as hit (for touch, half of the width of WCAG 2.5.5), and the
// minimum size of its dot.
const REACH = { touch: 22, mouse: 7 };
const DOT = 3.5;
// Pixels of an outline that needs no dot, and of a stripe with its gap where there is no value.
const VISIBLE = 14;
const STRIPE = 6;
const FARTHEST_IN = 24;
// Pixels that a pointer may move during a click.
const STILL = 6;

/** @typedef {{ x: number, y: number }} Point */

export class MapView {
  /** @type {(code: string) => void} */
  onChoose = () => {};

  onMove = () => {};

  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} world
   * @param {SVGGraphicsElement[]} shapes countries, with their code in `data-code`
   */
  constructor(frame, world, shapes) {
    const { x, y, width, height } = world.viewBox.baseVal;
    this.whole = { x, y, width, height };
    this.frame = frame;
    this.world = world;
    this.shapes = shapes;
    this.dots = shapes.filter((shape) => shape instanceof SVGCircleElement);
    this.hatch = world.querySelector('pattern');
    /** @type {Map<Element, number>} the size of the outline of a dot, in units of the map */
    this.sizes = new Map();
    this.scale = 1;
    this.centre = { x: x + width / 2, y: y + height / 2 };
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.moved = 0;
    this.listen();
    this.draw();
  }

  listen() {
    const { world, frame } = this;
    world.addEventListener('pointerdown', (event) => {
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.moved = this.pointers.size > 1 ? STILL + 1 : 0;
    });
    addEventListener('pointermove', (event) => this.drag(event));
    for (const end of ['pointerup', 'pointercancel']) {
      addEventListener(end, (event) => this.pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    world.addEventListener('click', (event) => {
      const code = this.countryAt(/** @type {PointerEvent} */ (event));
      if (code && this.moved <= STILL) {
        this.onChoose(code);
      }
    });
    world.addEventListener('dblclick', (event) => this.zoom(2, this.place(event)));
    // Without Ctrl the wheel scrolls the page; a pinch on a touchpad is reported with Ctrl.
    world.addEventListener(
      'wheel',
      (event) => {
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          this.zoom(Math.exp(-event.deltaY / 200), this.place(event));
        }
      },
      { passive: false },
    );
    frame.addEventListener('keydown', (event) => this.press(event));
    addEventListener('resize', () => this.draw());
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const step = this.whole.width / this.scale / 8;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const zooms = { '+': 1.6, '=': 1.6, '-': 1 / 1.6, 0: 0 };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    const factor = zooms[/** @type {keyof typeof zooms} */ (event.key)];
    if (event.ctrlKey || event.metaKey || (!move && factor === undefined)) {
      return;
    }
    event.preventDefault();
    if (move) {
      this.centre = { x: this.centre.x + move[0], y: this.centre.y + move[1] };
      this.draw();
    } else {
      this.zoom(factor);
    }
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    this.moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (other) {
      const apart = (/** @type {Point} */ one) => Math.max(20, Math.hypot(one.x - other.x, one.y - other.y));
      this.zoom(apart(now) / apart(before), this.place({ clientX: other.x, clientY: other.y }));
    } else if (this.scale > 1 && this.moved > STILL) {
      const unit = this.unit();
      this.centre = { x: this.centre.x - (now.x - before.x) * unit, y: this.centre.y - (now.y - before.y) * unit };
      this.draw();
    }
  }

  /**
   * Zoom by a factor around a fixed point; 0 shows the whole world.
   * @param {number} factor
   * @param {Point} [fixed]
   */
  zoom(factor, fixed = this.centre) {
    const scale = factor === 0 ? 1 : Math.min(FARTHEST_IN, Math.max(1, this.scale * factor));
    const share = this.scale / scale;
    this.centre = {
      x: fixed.x + (this.centre.x - fixed.x) * share,
      y: fixed.y + (this.centre.y - fixed.y) * share,
    };
    this.scale = scale;
    this.draw();
  }

  /** @param {string} box the part of the map to show: left, top, width and height; empty for all */
  fit(box) {
    const [x, y, width, height] = numbersOf(box);
    if (!height) {
      this.zoom(0);
      return;
    }
    this.centre = { x: x + width / 2, y: y + height / 2 };
    this.scale = Math.max(1, Math.min(this.whole.width / width, this.whole.height / height));
    this.draw();
  }

  /**
   * Scroll to a country if only a part of the world is visible.
   * @param {string} code
   */
  show(code) {
    const shape = this.shapes.find((one) => one.dataset.code === code);
    if (shape && this.scale > 1) {
      const { x, y } = centreOf(shape, this.whole.width);
      this.centre = { x, y };
      this.draw();
    }
  }

  /** @returns {number} units of the map in a pixel */
  unit() {
    return 1 / (this.world.getScreenCTM()?.a || 1);
  }

  /**
   * @param {{ clientX: number, clientY: number }} at
   * @returns {Point} the place on the map
   */
  place({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.world.getScreenCTM()?.inverse());
    return { x, y };
  }

  /**
   * Find the country at a point: the nearest dot within reach, or the outline there.
   * @param {PointerEvent} event
   * @returns {string} its code, or an empty string
   */
  countryAt(event) {
    const at = this.place(event);
    const { code: own, of } = event.target instanceof SVGElement ? event.target.dataset : {};
    const onTop = own ?? of ?? '';
    let reach = (event.pointerType === 'touch' ? REACH.touch : REACH.mouse) * this.unit();
    // On land, touch selects the outline, unless it is on the dot.
    reach = onTop ? reach / 3 : reach;
    let code = onTop;
    for (const dot of this.dots) {
      if (dot.getClientRects().length === 0) {
        continue;
      }
      const apart = Math.hypot(dot.cx.baseVal.value - at.x, dot.cy.baseVal.value - at.y);
      if (apart < reach) {
        reach = apart;
        code = dot.dataset.code ?? '';
      }
    }
    return code;
  }

  draw() {
    const { whole, scale, centre } = this;
    const width = whole.width / scale;
    const height = whole.height / scale;
    centre.x = Math.min(whole.x + whole.width - width / 2, Math.max(whole.x + width / 2, centre.x));
    centre.y = Math.min(whole.y + whole.height - height / 2, Math.max(whole.y + height / 2, centre.y));
    this.world.setAttribute('viewBox', `${centre.x - width / 2} ${centre.y - height / 2} ${width} ${height}`);
    this.frame.classList.toggle('zoomed', scale > 1);
    const unit = this.unit();
    this.hatch?.setAttribute('patternTransform', `rotate(45) scale(${(unit * STRIPE) / 10})`);
    for (const dot of this.world.querySelectorAll('circle')) {
      dot.setAttribute('r', String(DOT * unit));
    }
    /** @type {DOMRect[]} names that are shown, each with room of its own */
    const placed = [];
    for (const name of this.world.querySelectorAll('.capitals text')) {
      name.setAttribute('transform', `scale(${unit})`);
      name.classList.remove('covered');
      const box = name.getBoundingClientRect();
      const isFree = box.width > 0 && placed.every((other) => areApart(box, other));
      name.classList.toggle('covered', !isFree);
      placed.push(...(isFree ? [box] : []));
    }
    for (const [dot, size] of this.sizes) {
      dot.classList.toggle('outlined', size > VISIBLE * unit);
    }
    this.onMove();
  }

  /** @param {[name: string, x: number, y: number][]} places to mark above the countries */
  showPlaces(places) {
    this.world.querySelector('.capitals')?.remove();
    const layer = draw('g', { class: 'capitals' });
    for (const [name, x, y] of places) {
      const group = draw('g', { transform: `translate(${x} ${y})` });
      group.append(draw('circle', { r: 1 }), draw('text', { x: 6, y: 4 }, name));
      layer.append(group);
    }
    this.world.append(layer);
    this.draw();
  }

  /**
   * Put finer outlines in place: those of countries with an outline, and below the dots those of the others.
   * @param {Record<string, string>} paths by code
   */
  refine(paths) {
    for (const shape of this.shapes) {
      const path = paths[shape.dataset.code ?? ''];
      if (!path) {
        continue;
      }
      if (shape instanceof SVGPathElement) {
        shape.setAttribute('d', path);
      } else {
        const outline = document.createElementNS('http://www.w3.org/2000/svg', 'path');
        outline.setAttribute('d', path);
        outline.dataset.of = shape.dataset.code;
        this.dots[0].before(outline);
        const { width, height } = outline.getBBox();
        this.sizes.set(shape, Math.max(width, height));
      }
    }
    this.draw();
  }
}

/**
 * @param {string} box left, top, width and height
 * @returns {number[]} empty without a box
 */
function numbersOf(box) {
  return box === '' ? [] : box.split(' ').map(Number);
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function areApart(one, other) {
  const isAside = one.right < other.left || other.right < one.left;
  return isAside || one.bottom < other.top || other.bottom < one.top;
}

/**
 * @param {SVGGraphicsElement} shape
 * @param {number} whole the width of the map
 * @returns {Point} its centre, or a point of it if it is on both sides of the 180th meridian, where its box is as wide
 *   as the world
 */
function centreOf(shape, whole) {
  const { x, y, width, height } = shape.getBBox();
  const isOnBoth = width > whole / 2 && shape instanceof SVGPathElement;
  return isOnBoth ? shape.getPointAtLength(0) : { x: x + width / 2, y: y + height / 2 };
}

/**
 * @param {SVGGraphicsElement} shape
 * @param {string} box left, top, width and height; empty for the whole map
 * @param {number} whole the width of the map
 * @returns {boolean} whether the centre of the shape is in the box
 */
export function liesIn(shape, box, whole) {
  const { x, y } = centreOf(shape, whole);
  const [left, top, wide, high] = numbersOf(box);
  return box === '' || (x >= left && y >= top && x <= left + wide && y <= top + high);
}
