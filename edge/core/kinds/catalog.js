/** Answers with a window of a catalog, such as the subregions. */

import { catalogWindow } from '../catalogs.js';
import { fileOfCatalog } from '../files.js';
import { pagingHeaders, windowOf } from '../paging.js';
import { succeed } from '../responses.js';

/** @import { Kind } from '../types.js' */

/** @type {Kind} */
export const catalog = {
  answer(call) {
    const { site, route } = call;
    const { manifest } = site;
    const name = /** @type {string} */ (route.catalog);
    const window = windowOf(call.values);
    const { body, tag } = catalogWindow(site, name, window);
    const payload = { body, file: fileOfCatalog(manifest, route, window) };
    const headers = pagingHeaders(call, window, manifest.catalogs[name].total);
    return succeed(manifest, call.request.ifNoneMatch, payload, { type: 'json', cache: 'ok', tag, headers });
  },
};
