import assert from 'node:assert/strict';
import test from 'node:test';
import { parseYears } from '../../../../builder/extensions/pages/assets/years.js';

test('the table of years is grouped by metric and year, without empty cells', () => {
  const table = parseYears('cca2,year,population,gdp\r\nDE,1960,72814900,\r\nFR,1960,46649927,6.22e10\r\n');
  assert.deepEqual([...table], [
    ['population 1960', new Map([['DE', 72814900], ['FR', 46649927]])],
    ['gdp 1960', new Map([['FR', 6.22e10]])],
  ]);
});
