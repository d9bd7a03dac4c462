/** Answers with the record of the caller's country, which the host reports, or of the configured fallback. */

import { notFound } from '../not_found_answers.js';
import { answerObject } from '../record_responses.js';
import { getOwn, lowerAscii, quote } from '../request_text.js';

/** @import { Kind } from '../types.js' */

/** @type {Kind} */
export const current = {
  answer(call) {
    const { codes, fallback } = call.site.manifest;
    const { country } = call.request;
    const number = getOwn(codes, lowerAscii(country)) ?? getOwn(codes, fallback.toLowerCase());
    if (number !== undefined) {
      return answerObject(call, number, 'private');
    }
    const message =
      country === ''
        ? "This server does not know the caller's country."
        : `The host reports the caller's country as ${quote(country)}, which is unknown.`;
    return notFound(call, message, 'private');
  },
};
