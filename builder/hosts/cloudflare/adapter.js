/** The adapter of Cloudflare Workers with static assets. */

import { respond } from '../../../edge/adapters/fetch.js';

/** @typedef {{fetch: (url: string) => Promise<Response>}} Fetcher */

export default {
  /**
   * @param {Request & {cf?: {country?: string}}} request
   * @param {{ASSETS: Fetcher}} environment
   * @returns {Response | Promise<Response>}
   */
  fetch(request, environment) {
    return respond(request, request.cf?.country, (file) => environment.ASSETS.fetch(`https://assets.invalid/${file}`));
  },
};
