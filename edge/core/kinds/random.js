/** Answers with one random record. */

import { answerSample } from '../record_responses.js';
import { sample } from '../shuffle.js';

/** @import { Kind } from '../types.js' */

/** @type {Kind} */
export const random = {
  answer: (call) => answerSample(call, sample(call.request.entropy, call.site.everyone.length, 1)),
};
