/** The kinds of routes. A kind answers a request; some kinds also find records, or advise on a 404. */

import { catalog } from './kinds/catalog.js';
import { codes } from './kinds/codes.js';
import { current } from './kinds/current.js';
import { file } from './kinds/file.js';
import { flag } from './kinds/flag.js';
import { independent } from './kinds/independent.js';
import { list } from './kinds/list.js';
import { match } from './kinds/match.js';
import { random } from './kinds/random.js';
import { rank } from './kinds/rank.js';
import { search } from './kinds/search.js';

/** @import { Kind } from './types.js' */

/** @type {Record<string, Kind>} */
export const KINDS = { list, random, current, codes, search, match, independent, rank, catalog, file, flag };
