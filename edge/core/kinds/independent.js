/** Answers with the records of independent countries or, with `status=false`, of all other countries. */

import { listingOf } from '../listings.js';
import { answerMatches } from '../record_responses.js';

/** @import { Kind } from '../types.js' */

/** @type {Kind} */
export const independent = {
  answer: answerMatches,
  find: (site, _route, _text, { status }) =>
    listingOf(site, 'independent', String(status), status === site.manifest.params.status.default ? '' : undefined),
};
