import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {(name: string) => any} */
const read = (name) => JSON.parse(readFileSync(join(process.env.INPUT ?? '.', name), 'utf8'));
const bodies = read('records.json');

/** Pages of records, one for each window. */
export default class {
  /** @returns {Record<string, unknown>} */
  data() {
    return {
      windows: read('windows.json'),
      pagination: { data: 'windows', size: 1, alias: 'window', addAllPagesToCollections: false },
      eleventyExcludeFromCollections: true,
      permalink: (/** @type {any} */ data) => `/${data.window.path}`,
    };
  }

  /**
   * @param {any} data
   * @returns {string}
   */
  render({ window }) {
    return `[${window.members.split(' ').map((/** @type {string} */ number) => bodies[number]).join(',')}]`;
  }
}
