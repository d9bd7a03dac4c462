// Prints the days of the public holidays of each country by the package date-holidays, whose bundle the argument names.
// Reads years on stdin.
import { readFileSync } from 'node:fs';

// The bundle looks for the global object of a browser.
globalThis.self = globalThis;
const { default: bundle } = await import(process.argv[2]);
const Holidays = bundle.default ?? bundle;
const years = JSON.parse(readFileSync(0, 'utf8'));

function daysOf(code) {
  const calendar = new Holidays(code);
  const all = years.flatMap((year) => calendar.getHolidays(year, 'en'));
  return all.filter((item) => item.type === 'public').map((item) => item.date.slice(0, 10));
}

const codes = Object.keys(new Holidays().getCountries());
console.log(JSON.stringify(Object.fromEntries(codes.map((code) => [code, daysOf(code)]))));
