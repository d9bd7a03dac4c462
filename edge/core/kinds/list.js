/**
 * Answers with a window of all records, by offset or page, in their order or shuffled (`page=random`), or with a random
 * sample (`page=randomized`).
 */

import { answerMatches, answerSample, answerWindow } from '../record_responses.js';
import { listingOf } from '../listings.js';
import { percentEncode } from '../request_text.js';
import { sample, shuffle } from '../shuffle.js';

/** @import { Header, Kind } from '../types.js' */

/** @type {Kind} */
export const list = {
  answer(call) {
    const { site, request, values } = call;
    const { limit, page, index } = values;
    const total = site.everyone.length;
    if (page === 'randomized') {
      return answerSample(call, sample(request.entropy, total, limit));
    }
    if (page !== 'random') {
      return answerMatches(call);
    }
    const seed = values.seed || request.entropy;
    const echo = percentEncode(seed);
    values.linked.set('seed', echo);
    /** @type {Header[]} */
    const headers = [
      ['X-List-Pages', String(Math.ceil(total / limit))],
      ['X-List-Seed', echo],
      ['X-List-Index', String(index)],
    ];
    return answerWindow(call, { members: shuffle(site, seed), headers }, values.seed ? 'ok' : 'none');
  },

  find(site, _route, _text, { page, limit }) {
    const matches = listingOf(site, 'all', '', '');
    const pages = String(Math.ceil(site.everyone.length / limit));
    /** @type {Header[]} */
    const headers = [
      ['X-List-Page', String(page)],
      ['X-List-Pages', pages],
    ];
    return matches && page !== undefined ? { ...matches, headers } : matches;
  },
};
