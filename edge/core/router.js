/** Finds the route of a path. */

/** @import { Pattern, Route } from './types.js' */

const PARAMETER = /^\{\w+\}(.*)$/;

/**
 * Compile routes. Of several matching routes, the one with the most literal characters comes first.
 * @param {Route[]} routes
 * @returns {Map<number, Pattern[]>} by number of segments
 */
export function compileRoutes(routes) {
  /** @type {Map<number, Pattern[]>} */
  const patterns = new Map();
  for (const route of routes) {
    const pattern = compile(route);
    const same = patterns.get(pattern.segments.length) ?? [];
    patterns.set(pattern.segments.length, [...same, pattern]);
  }
  for (const same of patterns.values()) {
    same.sort((one, other) => literalLength(other) - literalLength(one));
  }
  return patterns;
}

/**
 * Find the route of decoded segments.
 * @param {Map<number, Pattern[]>} patterns
 * @param {string[]} segments
 * @returns {Route | undefined}
 */
export function findRoute(patterns, segments) {
  return patterns.get(segments.length)?.find((pattern) => fits(pattern, segments))?.route;
}

/**
 * @param {Route} route
 * @returns {Pattern}
 */
function compile(route) {
  let ending = '';
  const segments = route.path
    .slice(1)
    .split('/')
    .map((segment) => {
      const found = PARAMETER.exec(segment);
      ending = found?.[1] ?? ending;
      return found === null ? segment : null;
    });
  return { route, segments, ending };
}

/**
 * @param {Pattern} pattern
 * @returns {number}
 */
function literalLength({ segments }) {
  const parameter = segments.indexOf(null);
  return parameter < 0 ? segments.length : parameter;
}

/**
 * @param {Pattern} pattern
 * @param {string[]} segments
 * @returns {boolean}
 */
function fits(pattern, segments) {
  return pattern.segments.every((wanted, at) =>
    wanted === null ? segments[at] !== '' && segments[at].endsWith(pattern.ending) : segments[at] === wanted,
  );
}
