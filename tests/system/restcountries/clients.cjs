// Calls published clients of restcountries as their documents say: for each call, what it asked and what it got.
const all = require('rest-countries');
const some = require('@yusifaliyevpro/countries');

const CALLS = {
  'rest-countries 1.1.2': {
    'getAll()': () => all.getAll(),
    "getAll(['name', 'cca2'])": () => all.getAll(['name', 'cca2']),
    "searchByName('Peru')": () => all.searchByName('Peru'),
    "searchByName('Republic of Peru', { exact: true })": () => all.searchByName('Republic of Peru', { exact: true }),
    "searchByCode(['pe', 'co'])": () => all.searchByCode(['pe', 'co']),
    "searchByCurrency('cop')": () => all.searchByCurrency('cop'),
    "searchByDemonym('peruvian')": () => all.searchByDemonym('peruvian'),
    "searchByLanguage('est')": () => all.searchByLanguage('est'),
    "searchByCapital('tallinn')": () => all.searchByCapital('tallinn'),
    "searchByRegion('antarctic')": () => all.searchByRegion('antarctic'),
    "searchBySubregion('polynesia')": () => all.searchBySubregion('polynesia'),
    "searchByTranslation('alemania')": () => all.searchByTranslation('alemania'),
  },
  '@yusifaliyevpro/countries 2.3.2': {
    "getCountries({ fields: ['name', 'cca2'] })": () => some.getCountries({ fields: ['name', 'cca2'] }),
    "getCountries({ independent: false, fields: ['cca2'] })": () =>
      some.getCountries({ independent: false, fields: ['cca2'] }),
    "getCountriesByCodes({ codes: ['PE', 'CO'], fields: ['cca2'] })": () =>
      some.getCountriesByCodes({ codes: ['PE', 'CO'], fields: ['cca2'] }),
    "getCountriesByCurrency({ currency: 'COP' })": () => some.getCountriesByCurrency({ currency: 'COP' }),
  },
};

/** @param {any} got */
function shown(got) {
  if (!Array.isArray(got)) {
    return got;
  }
  const codes = got.map((country) => country.cca2).sort();
  return codes.length > 30 ? codes.length : codes.join(' ');
}

async function main() {
  console.error = console.warn = () => {};
  const rows = [];
  for (const [client, calls] of Object.entries(CALLS)) {
    for (const [call, run] of Object.entries(calls)) {
      globalThis.asked.length = 0;
      const got = shown(await run());
      rows.push({ client, call, asks: globalThis.asked.join(' '), gets: got });
    }
  }
  return rows;
}

main().then((rows) => process.stdout.write(JSON.stringify(rows)));
