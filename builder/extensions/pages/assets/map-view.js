/** The map in its frame: zooms, scrolls, and finds the country at a point. */

import { draw } from './dom.js';

// Pixels: the distance up to which a dot counts as hit (for touch, half of the width of WCAG 2.5.5).
const REACH = { touch: 22, mouse: 7 };
// Pixels of a stripe and its gap, in countries without a value.
const STRIPE = 6;
const FARTHEST_IN = 24;
// The scale from which the map has names, and the one from which small countries have outlines and no dots.
const [NAMED, OUTLINED] = [3, 8];
// Pixels that a pointer may move during a click.
const STILL = 6;

/** @typedef {{ x: number, y: number }} Point */

export class MapView {
  /** @type {(code: string) => void} */
  onChoose = () => {};

  onMove = () => {};

  scale = 1;

  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} world
   * @param {SVGGraphicsElement[]} shapes countries, with their code in `data-code`
   */
  constructor(frame, world, shapes) {
    this.whole = world.viewBox.baseVal;
    this.frame = frame;
    frame.style.aspectRatio = `${this.whole.width} / ${this.whole.height}`;
    this.world = world;
    this.shapes = shapes;
    this.dots = shapes.filter((shape) => shape instanceof SVGCircleElement);
    let moved = 0;
    // The browser scrolls the frame for touch, but not for a mouse.
    world.addEventListener('pointerdown', () => (moved = 0));
    world.addEventListener('pointermove', ({ buttons, pointerType, movementX, movementY }) => {
      if (buttons === 1 && pointerType === 'mouse') {
        moved += Math.hypot(movementX, movementY);
        frame.scrollBy({ left: -movementX, top: -movementY, behavior: 'instant' });
      }
    });
    world.addEventListener('click', (event) => {
      const code = this.countryAt(/** @type {PointerEvent} */ (event));
      if (code && moved <= STILL) {
        this.onChoose(code);
      }
    });
    frame.addEventListener('scroll', () => this.onMove());
    frame.addEventListener('scrollend', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(frame);
  }

  /** @returns {number} units of the map in a pixel */
  get unit() {
    return this.whole.width / this.frame.clientWidth / this.scale;
  }

  /** @returns {DOMRect} the visible part, in units of the map */
  get sight() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame;
    const [x, y, width, height] = [scrollLeft, scrollTop, clientWidth, clientHeight].map((size) => size * this.unit);
    // On a phone the frame is higher than the whole map, which is then in its middle.
    const above = Math.max(0, height - this.whole.height) / 2;
    return new DOMRect(this.whole.x + x, this.whole.y + y - above, width, height);
  }

  /** @param {number} factor by which the map becomes larger around its centre */
  zoom(factor) {
    this.show(centreOf(this.sight), this.scale * factor);
  }

  /** @param {DOMRectReadOnly | SVGRect} [box] the part to show; else the whole map */
  fit(box) {
    // On a phone the frame is higher then.
    this.frame.classList.toggle('zoomed', box !== undefined);
    const { sight, scale } = this;
    this.show(centreOf(box ?? sight), box ? scale * Math.min(sight.width / box.width, sight.height / box.height) : 1);
  }

  /** @param {Point} centre of what is shown, in units of the map @param {number} [scale] */
  show({ x, y }, scale = this.scale) {
    this.scale = Math.min(FARTHEST_IN, Math.max(1, scale));
    this.draw();
    const { width, height } = this.sight;
    const [left, top] = [x - this.whole.x - width / 2, y - this.whole.y - height / 2].map((size) => size / this.unit);
    this.frame.scrollTo({ left, top, behavior: 'instant' });
  }

  /** @param {string} code of a country, whose centre is returned */
  placeOf(code) {
    const box = boxOf(this.shapes.find((one) => one.dataset.code === code));
    return box && centreOf(box);
  }

  /**
   * Find the nearest country in a direction. Distance across the direction counts twice.
   * @param {Point} from
   * @param {Point} direction
   * @returns {string | undefined} its code
   */
  next(from, direction) {
    const costOf = (/** @type {SVGGraphicsElement} */ shape) => {
      const { x, y } = centreOf(boxOf(shape) ?? shape.getBBox());
      const along = (x - from.x) * direction.x + (y - from.y) * direction.y;
      const across = Math.abs((x - from.x) * direction.y) + Math.abs((y - from.y) * direction.x);
      return along > 1 ? along + 2 * across : Infinity;
    };
    const [nearest] = this.shapes.toSorted((one, other) => costOf(one) - costOf(other));
    return costOf(nearest) < Infinity ? nearest.dataset.code : undefined;
  }

  /** @param {PointerEvent} event whose country is returned: that of the nearest dot in reach, else of the outline */
  countryAt({ target, pointerType, clientX, clientY }) {
    const { code, of } = target instanceof SVGElement ? target.dataset : {};
    const onTop = code ?? of ?? '';
    // On an outline, a dot must be three times as near.
    const reach = (pointerType === 'touch' ? REACH.touch : REACH.mouse) / (onTop ? 3 : 1);
    const distanceTo = (/** @type {SVGGraphicsElement} */ dot) => {
      const { x, y } = centreOf(dot.getBoundingClientRect());
      return Math.hypot(x - clientX, y - clientY);
    };
    const near = this.dots.filter((dot) => dot.checkVisibility() && distanceTo(dot) < reach);
    const [nearest] = near.toSorted((one, other) => distanceTo(one) - distanceTo(other));
    return nearest?.dataset.code ?? onTop;
  }

  draw() {
    const { world, frame, scale, unit } = this;
    world.style.width = `${100 * scale}%`;
    frame.classList.toggle('zoomed', scale > 1);
    world.classList.toggle('named', scale >= NAMED);
    world.classList.toggle('close', scale >= OUTLINED);
    world.style.setProperty('--unit', String(unit));
    world.querySelector('pattern')?.setAttribute('patternTransform', `rotate(45) scale(${(unit * STRIPE) / 10})`);
    // Dots, and names that are shown: each name has room of its own in sight, on the right or the left of its dot.
    const edge = frame.getBoundingClientRect();
    const placed = [...world.querySelectorAll('.capitals circle')].map((dot) => dot.getBoundingClientRect());
    for (const name of world.querySelectorAll('.capitals text')) {
      name.classList.remove('covered');
      const isFree = [false, true].some((isLeft) => {
        name.classList.toggle('left', isLeft);
        const { left, right, top, bottom } = name.getBoundingClientRect();
        const isInSight = left > edge.left && right < edge.right && top > edge.top && bottom < edge.bottom;
        const isApart = (/** @type {DOMRect} */ other) =>
          right < other.left || other.right < left || bottom < other.top || other.bottom < top;
        return isInSight && placed.every(isApart);
      });
      name.classList.toggle('covered', !isFree);
      placed.push(...(isFree ? [name.getBoundingClientRect()] : []));
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
   * Draw finer outlines. Countries that have only a dot get an outline below the dots.
   * @param {Record<string, string>} paths by code
   */
  refine(paths) {
    for (const shape of this.shapes) {
      const { code = '' } = shape.dataset;
      if (shape instanceof SVGPathElement) {
        shape.setAttribute('d', paths[code] ?? shape.getAttribute('d'));
      } else if (paths[code]) {
        this.dots[0].before(draw('path', { d: paths[code], 'data-of': code }));
        shape.classList.add('outlined');
      }
    }
    this.draw();
  }
}

/** @param {DOMRectReadOnly | SVGRect} box */
function centreOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** @type {(element?: HTMLElement | SVGElement) => DOMRect | undefined} the part of the map in `data-box` */
export function boxOf(element) {
  const sides = element?.dataset.box?.split(' ').map(Number);
  return sides && new DOMRect(...sides);
}
