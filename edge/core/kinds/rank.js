/** Answers with records sorted by a metric. */

import { listingOf } from '../listings.js';
import { answerMatches } from '../record_responses.js';
import { lowerAscii } from '../request_text.js';

/** @import { Header, Kind } from '../types.js' */

/** @type {Kind} */
export const rank = {
  answer: answerMatches,

  find(site, _route, text, { order }) {
    const { metrics, params } = site.manifest;
    const lower = lowerAscii(text);
    const metric = Object.keys(metrics).find((name) => name.toLowerCase() === lower);
    const fileKey = order === params.order.default ? lower : undefined;
    const matches = metric === undefined ? undefined : listingOf(site, 'rank', `${metric}/${order}`, fileKey);
    if (metric === undefined || matches === undefined) {
      return undefined;
    }
    /** @type {Header[]} */
    const headers = [
      ['X-Rank-Metric', metric],
      ['X-Rank-Order', order],
      ['X-Rank-Definition', metrics[metric].definition],
    ];
    return { ...matches, headers };
  },
};
