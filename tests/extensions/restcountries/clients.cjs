// Calls published clients of restcountries as their documents say, and prints the requests and the result of each call.
const all = require('rest-countries');
const some = require('@yusifaliyevpro/countries');
const Client = require('rest-countries-node');

/** Returns a client with an empty cache; its host is a setting. */
function client() {
  return Object.assign(new Client(), { apiHost: process.env.ORIGIN });
}

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
  'rest-countries-node 1.3.0': {
    'getAll()': () => client().getAll(),
    "findByName('peru')": () => client().findByName('peru'),
    "findByName('eesti')": () => client().findByName('eesti'),
    "findByName('atlantis')": () => client().findByName('atlantis'),
    "findByFullName('republic of peru')": () => client().findByFullName('republic of peru'),
    "findByIsoCountryCode('col')": () => client().findByIsoCountryCode('col'),
    "findByIsoCountryCodes(['co', 'nor', '233'])": () => client().findByIsoCountryCodes(['co', 'nor', '233']),
    "findByCurrency('cop')": () => client().findByCurrency('cop'),
    "findByLanguageName('est')": () => client().findByLanguageName('est'),
    "findByCapitalCity('tallinn')": () => client().findByCapitalCity('tallinn'),
    "findByRegion('antarctic')": () => client().findByRegion('antarctic'),
    'getAllGroupedByRegion()': async () => Object.keys(await client().getAllGroupedByRegion()).sort().join(' '),
    "getCountriesByTimezone('UTC+05:45')": async () =>
      (await client().getCountriesByTimezone('UTC+05:45'))['UTC+05:45'],
    "findCountryFlagByCountryName('Belgium')": async () =>
      (await client().findCountryFlagByCountryName('Belgium')).flag,
    "findCountryByForeignName('Alemania')": () => client().findCountryByForeignName('Alemania'),
    'getNearestCountryToPosition({ lat: 46.8, lon: 8.2 })': () =>
      client().getNearestCountryToPosition({ lat: 46.8, lon: 8.2 }),
  },
};

/**
 * Returns the codes of records, or their number if there are many; the message of an error body; null if the server
 * could not answer.
 * @param {any} got
 */
function shown(got) {
  if (Array.isArray(got)) {
    const codes = got.map((country) => country.cca2).sort();
    return codes.length > 30 ? codes.length : codes.join(' ');
  }
  return got?.status >= 500 ? null : (got?.message ?? got?.cca2 ?? got);
}

async function main() {
  console.error = console.warn = () => {};
  const rows = [];
  for (const [name, calls] of Object.entries(CALLS)) {
    for (const [call, run] of Object.entries(calls)) {
      globalThis.asked.length = 0;
      const got = shown(await run());
      rows.push({ client: name, call, asks: globalThis.asked.join(' '), gets: got });
    }
  }
  return rows;
}

main().then((rows) => process.stdout.write(JSON.stringify(rows)));
