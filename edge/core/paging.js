/** Reads the window of a request, and makes the links to other windows (RFC 8288). */

/** @import { Call, Header, Values, Window } from './types.js' */

// By paging mode: the parameters of other modes, which links omit.
const OTHER_PARAMETERS = {
  offset: ['index', 'seed'],
  page: ['offset', 'index', 'seed'],
  index: ['offset'],
};

// The links that are sent if all links together are too long: common clients reject headers of more than 8 to 16 KB.
const ESSENTIAL_LINKS = ['next', 'prev'];

/**
 * Read the window of a request: by `offset`, by `page`, or by `index` in a random order.
 * @param {Values} values
 * @returns {Window}
 */
export function windowOf({ limit, offset, page, index }) {
  if (page === undefined) {
    return { limit, offset, mode: 'offset' };
  }
  return typeof page === 'number'
    ? { limit, offset: page * limit, mode: 'page' }
    : { limit, offset: index * limit, mode: 'index' };
}

/**
 * Make X-Total-Count, and Link to the first, previous, next and last window in the paging mode of the request.
 * @param {Call} call
 * @param {Window} window
 * @param {number} total
 * @returns {Header[]}
 */
export function pagingHeaders(call, { limit, offset, mode }, total) {
  /** @type {Header[]} */
  const headers = [['X-Total-Count', String(total)]];
  if (total > 0) {
    const [before, after] = aroundNumber(call, mode);
    const step = mode === 'offset' ? 1 : limit;
    const last = Math.floor((total - 1) / limit) * limit;
    /** @type {[string, number][]} */
    const targets = [['first', 0]];
    if (offset > 0) {
      targets.push(['prev', offset < total ? Math.max(0, offset - limit) : last]);
    }
    if (offset + limit < total) {
      targets.push(['next', offset + limit]);
    }
    targets.push(['last', last]);
    /** @type {(listed: [string, number][]) => string} */
    const linkTo = (listed) =>
      listed.map(([rel, start]) => `<${before}${start / step}${after}>; rel="${rel}"`).join(', ');
    const most = call.site.manifest.bounds.links;
    let link = linkTo(targets);
    if (link.length > most) {
      link = linkTo(targets.filter(([rel]) => ESSENTIAL_LINKS.includes(rel)));
    }
    if (link !== '' && link.length <= most) {
      headers.push(['Link', link]);
    }
  }
  return headers;
}

/**
 * Split a link's target at the number that differs between links. Parameters are in their declared order.
 * @param {Call} call
 * @param {Window['mode']} mode the name of the parameter with that number
 * @returns {[before: string, after: string]}
 */
function aroundNumber({ route, site, segments, values }, mode) {
  let before = `/${segments.map(encodeSegment).join('/')}?`;
  let after = '';
  let isPastNumber = false;
  for (const key of route.params) {
    const { name } = site.manifest.params[key];
    const text = values.linked.get(name);
    if (name === mode) {
      before += `${name}=`;
      isPastNumber = true;
    } else if (text !== undefined && !OTHER_PARAMETERS[mode].includes(name)) {
      if (isPastNumber) {
        after += `&${name}=${text}`;
      } else {
        before += `${name}=${text}&`;
      }
    }
  }
  return [before, after];
}

/** @type {(segment: string) => string} */
const encodeSegment = (segment) => encodeURIComponent(segment).replaceAll('%2C', ',');
