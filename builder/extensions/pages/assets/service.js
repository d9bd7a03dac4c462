/** Finds where the answers come from: a host with the function, or one with only files. */

import { keyOf } from '../../../../edge/core/fold.js';
import { answerPath, keySegment } from '../../../../edge/core/paths.js';
import { compileRoutes, findRoute, parameterOf } from '../../../../edge/core/router.js';
import { declared, decoded, fetchOnce } from './dom.js';

/**
 * @typedef {{ base: string, hasFunction: boolean }} Host `base`: the URL before its paths
 * @typedef {{ url: string, note: string }} Address `url`: empty if only a function has the answer; `note`: what
 *   differs from the call
 * @typedef {{ routes: Record<string, Record<string, unknown>> }} Index the keys of each route that have files
 */

const IS_FILE = /\.(?:csv|html|json|png|svg|txt|xml)$/;
const FLAG = /^(?:\/flags)?\/get\/(?:(svg|png)\/)?([a-z]{2})$/i;
const FILES_ONLY = 'This host serves files only';

/** @returns {Promise<{ hasFunction: boolean, addressOf: (target: string, origin?: string) => Address }>} */
export async function openService() {
  const { base, hasFunction } = await findHost();
  if (hasFunction) {
    return { hasFunction, addressOf: (target, origin = base) => ({ url: origin + target, note: '' }) };
  }
  /** @type {Index} */
  const index = await fetchOnce(`${base}/v1/index.json`);
  return {
    hasFunction,
    addressOf: (target) => {
      const [path, query] = target.split('?');
      const file = fileOf(index, path);
      if (file === undefined) {
        return { url: '', note: `${FILES_ONLY}, and this call needs a function.` };
      }
      const ignored = [...new Set(new URLSearchParams(query).keys())];
      const without = ignored.length > 0 ? ` without ${ignored.join(', ')}` : '';
      const url = file.startsWith('flags/') ? file.replace('flags', declared('flags')) : `${base}/${file}`;
      return { url, note: `${FILES_ONLY}. The response is the file /${file}${without}.` };
    },
  };
}

/** @type {(index: Index, path: string) => string | undefined} the file of a path; none if only a function answers */
function fileOf({ routes }, path) {
  const [, kind = 'png', code = ''] = FLAG.exec(path) ?? [];
  if (code) {
    return `flags/${kind}/${code.toLowerCase()}.${kind}`;
  }
  if (IS_FILE.test(path)) {
    return path.slice(1);
  }
  const templates = Object.keys(routes).map((template) => ({ path: template, kind: '', params: [] }));
  const segments = path.slice(1).split('/').map(decoded);
  const route = findRoute(compileRoutes(templates, {}), segments);
  if (!route) {
    return undefined;
  }
  const value = parameterOf(route, segments);
  const isKey = (/** @type {string} */ text) => Object.hasOwn(routes[route.path], keySegment(text));
  const key = [value.toLowerCase(), keyOf(value)].find(isKey);
  return key === undefined ? undefined : answerPath(route.path, key);
}

/**
 * Find the host by a file that every host has. A host with the function sends the headers of the service with it; file
 * servers do not. A request to a route would show an error in the browser's console where there is no function.
 * @returns {Promise<Host>}
 */
async function findHost() {
  const api = declared('api');
  // A site below a path, such as a project page, can know that path only from the address of its pages.
  const here = new URL('../../../../..', import.meta.url).href.replace(/\/$/, '');
  const bases = new URL(api).origin === location.origin ? [here, api] : [api, here];
  for (const base of new Set(bases)) {
    const answer = await fetch(`${base}/health.json`, { method: 'HEAD' }).catch(() => undefined);
    if (answer?.ok) {
      return { base, hasFunction: answer.headers.has('X-Dataset-Revision') };
    }
  }
  // There is no answer; a visitor who sends a call sees the error.
  return { base: api, hasFunction: true };
}
