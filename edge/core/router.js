/** Finds the route of a path. */

/** @import { Kind, Pattern, Route, RouteEntry } from './types.js' */

const PARAMETER = /\{\w+\}([^/]*)/;

/**
 * Compile routes. Of several matching routes, the one with the most literal segments before its parameter comes first.
 * @param {RouteEntry[]} routes
 * @param {Record<string, Kind>} kinds
 * @returns {Pattern[]}
 */
export function compileRoutes(routes, kinds) {
  const compiled = routes.map((entry) => compile({ ...entry, kind: kinds[entry.kind] }));
  return compiled.sort((one, other) => literalLength(other) - literalLength(one));
}

/**
 * Find the route of decoded segments.
 * @param {Pattern[]} patterns
 * @param {string[]} segments
 * @returns {Route | undefined}
 */
export function findRoute(patterns, segments) {
  return patterns.find((pattern) => fits(pattern, segments))?.route;
}

/**
 * The value of a route's parameter, which is always the last segment, with a literal ending that follows it.
 * @param {Route} route
 * @param {string[]} segments decoded
 * @returns {string} empty if the route has none
 */
export function parameterOf(route, segments) {
  return route.path.includes('{') ? segments[segments.length - 1] : '';
}

/**
 * @param {Route} route
 * @returns {Pattern}
 */
function compile(route) {
  const parts = route.path.slice(1).split('/');
  const segments = parts.map((segment) => (PARAMETER.test(segment) ? null : segment));
  return { route, segments, ending: PARAMETER.exec(route.path)?.[1] ?? '' };
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
  return (
    pattern.segments.length === segments.length &&
    pattern.segments.every((literal, at) =>
      literal === null ? segments[at] !== '' && segments[at].endsWith(pattern.ending) : segments[at] === literal,
    )
  );
}
