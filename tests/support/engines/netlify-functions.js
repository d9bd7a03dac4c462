/**
 * Lists, for each request, the edge functions of a staged Netlify deployment that run for it, by their settings:
 * `node netlify-functions.js FOLDER < requests.json`. A request is `{method, path}`; the answers are lists of names.
 */

import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const folder = `${process.argv[2]}/edge-functions`;
const names = (await readdir(folder)).sort();
const settings = await Promise.all(
  names.map(async (name) => (await import(pathToFileURL(`${folder}/${name}/${name}.js`).href)).config),
);

/** @param {string | string[] | undefined} patterns */
function matcher(patterns) {
  const matchers = [patterns ?? []].flat().map((pathname) => new URLPattern({ pathname }));
  return (/** @type {string} */ path) => matchers.some((one) => one.test({ pathname: path }));
}

const functions = settings.map((config, at) => {
  const [included, excluded] = [matcher(config.path), matcher(config.excludedPath)];
  /** @type {(asked: { method: string, path: string }) => boolean} */
  const runs = ({ method, path }) =>
    included(path) && !excluded(path) && (config.method === undefined || config.method.includes(method));
  return { name: names[at], runs };
});

let text = '';
for await (const chunk of process.stdin) {
  text += chunk;
}
/** @type {{ method: string, path: string }[]} */
const requests = JSON.parse(text);
const answers = requests.map((asked) => functions.filter(({ runs }) => runs(asked)).map(({ name }) => name));
process.stdout.write(JSON.stringify(answers));
