/** Serves a Cloudflare deployment from a folder of a staged site: `node miniflare.js SITE FOLDER PORT`. */

import { readFile, readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';

const [root, inside, port] = process.argv.slice(2);
const folder = join(root, inside);
const configuration = JSON.parse((await readFile(join(folder, 'wrangler.jsonc'), 'utf8')).replace(/^\s*\/\/.*$/gm, ''));
const { assets } = configuration;

/** @param {string} directory */
async function modulesOf(directory) {
  const names = await readdir(directory, { recursive: true });
  return names.filter((name) => name.endsWith('.js')).map((name) => join(directory, name));
}

const worker = join(folder, configuration.main);
const others = await modulesOf(join(root, 'edge'));

const options = convertV4MiniflareOptions({
  host: '127.0.0.1',
  port: Number(port),
  // There is no location for all callers, so each request sets its own.
  cf: {},
  log: new Log(LogLevel.WARN),
  telemetry: { enabled: false },
  workers: [
    {
      name: configuration.name,
      compatibilityDate: configuration.compatibility_date,
      modulesRoot: root,
      modules: [worker, ...others].map((path) => ({ type: 'ESModule', path: relative('.', path) || path })),
      assets: {
        directory: resolve(folder, assets.directory),
        binding: assets.binding,
        routerConfig: { has_user_worker: true },
        run_worker_first: assets.run_worker_first,
        assetConfig: { html_handling: assets.html_handling, not_found_handling: assets.not_found_handling },
      },
    },
  ],
});
const miniflare = new Miniflare(options);

await miniflare.ready;
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => miniflare.dispose());
}
