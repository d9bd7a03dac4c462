/** Adapters as they are deployed: in a folder with the core and the generated modules of a site. */

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { makeManifest, records } from '../core/fixture.js';

const ROOT = new URL('../../../', import.meta.url);

/**
 * Import an adapter, or a module that adapters share, with the twelve records of the fixture.
 * @param {string} path from the root of the repository
 * @param {object} [changes] members that replace members of the fixture's manifest
 * @returns {Promise<any>}
 */
export async function adapter(path, changes = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'adapter-'));
  try {
    await cp(new URL('edge', ROOT), join(folder, 'edge'), { recursive: true });
    await cp(new URL(path, ROOT), join(folder, path));
    const manifest = JSON.stringify({ ...makeManifest(), ...changes });
    const generated = join(folder, 'edge', 'generated');
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    await writeFile(join(generated, 'manifest.js'), `export const manifest = ${manifest};\n`);
    await writeFile(join(generated, 'kinds.js'), 'export const extensionKinds = {};\n');
    await writeFile(join(generated, 'records.js'), `export const records = ${JSON.stringify(records)};\n`);
    return await import(pathToFileURL(join(folder, path)).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
