/** Records sorted by a metric. */

import { listingOf } from '../listings.js';
import { answerMatches } from '../record_responses.js';
import { lowerAscii } from '../request_text.js';

/** @import { Header, Kind, Matches, Route, Site, Values } from '../types.js' */

/**
 * @param {Site} site
 * @param {Route} _route
 * @param {string} text
 * @param {Values} values
 * @returns {Matches | undefined}
 */
function find(site, _route, text, { order }) {
  const { metrics, params } = site.manifest;
  const wanted = lowerAscii(text);
  const metric = Object.keys(metrics).find((name) => name.toLowerCase() === wanted);
  const fileKey = order === params.order.default ? wanted : undefined;
  const found = metric === undefined ? undefined : listingOf(site, 'rank', `${metric}/${order}`, fileKey);
  if (metric === undefined || found === undefined) {
    return undefined;
  }
  /** @type {Header[]} */
  const headers = [
    ['X-Rank-Metric', metric],
    ['X-Rank-Order', order],
    ['X-Rank-Definition', metrics[metric].definition],
  ];
  return { ...found, headers };
}

/** @type {Kind} */
export const rank = { answer: answerMatches, find };
