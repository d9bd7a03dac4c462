/** Answers with records by one or several codes. */

import { codeNumber } from '../codes.js';
import { HttpError } from '../http_error.js';
import { adviseOnFormer } from '../not_found_answers.js';
import { answerMatches } from '../record_responses.js';
import { ignoredHeader } from '../request_text.js';

/** @import { Kind } from '../types.js' */

/** @type {Kind} */
export const codes = {
  answer: answerMatches,

  find({ manifest }, { max = Infinity }, text) {
    const sent = text.split(',').map((code) => code.trim()).filter((code) => code !== '');
    if (sent.length > max) {
      throw new HttpError(400, `The path has ${sent.length} codes; at most ${max} are allowed.`);
    }
    const numbers = sent.map((code) => codeNumber(manifest, code));
    const members = [...new Set(numbers.filter((number) => number !== undefined))];
    const unknown = new Set(sent.filter((_, index) => numbers[index] === undefined));
    const headers = ignoredHeader('X-Ignored-Codes', [...unknown], manifest.bounds.ignored);
    const fileKey = Object.hasOwn(manifest.codes, text) ? text : undefined;
    return members.length === 0 ? undefined : { members, fileKey, headers };
  },

  advise: ({ site }, text) => adviseOnFormer(site, text),
};
