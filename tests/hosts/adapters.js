/** Adapters as they are deployed: beside a core and the two modules of a site. */

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { makeManifest, records } from '../core/fixture.js';

const EDGE = new URL('../../templates/edge/', import.meta.url);

/**
 * Import an adapter that stands on the twelve records of the fixture.
 * @param {string} name
 * @param {object} [changes] laid over the fixture's manifest
 * @returns {Promise<any>}
 */
export async function adapter(name, changes = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'adapter-'));
  try {
    await cp(EDGE, folder, { recursive: true });
    const manifest = JSON.stringify({ ...makeManifest(), ...changes });
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    await writeFile(join(folder, 'site', 'manifest.js'), `export const manifest = ${manifest};\n`);
    await writeFile(join(folder, 'site', 'records.js'), `export const records = ${JSON.stringify(records)};\n`);
    return await import(pathToFileURL(join(folder, 'hosts', name)).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
