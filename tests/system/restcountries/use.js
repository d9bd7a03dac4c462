// A program written for restcountries: its client, with another host.
const Client = require('rest-countries-node');

const countries = new Client();
countries.apiHost = process.argv[2];

/** @param {{cca2: string}[]} found */
const codes = (found) => found.map(({ cca2 }) => cca2).sort();

async function main() {
  const everyone = await countries.getAll();
  const byRegion = await countries.getAllGroupedByRegion();
  const byTimezone = await countries.getAllGroupedByTimezone();
  return {
    all: everyone.length,
    name: codes(await countries.findByName('eesti')),
    fullName: codes(await countries.findByFullName('republic of peru')),
    code: codes(await countries.findByIsoCountryCode('col')),
    codes: codes(await countries.findByIsoCountryCodes(['co', 'nor', '233'])),
    currency: codes(await countries.findByCurrency('cop')),
    language: codes(await countries.findByLanguageName('est')),
    capital: codes(await countries.findByCapitalCity('tallinn')),
    region: codes(await countries.findByRegion('antarctic')),
    regions: Object.keys(byRegion).sort(),
    timezone: codes(byTimezone['UTC+05:45']),
    flag: await countries.findCountryFlagByCountryName('Belgium'),
    foreign: (await countries.findCountryByForeignName('Alemania')).cca2,
    nearest: (await countries.getNearestCountryToPosition({ lat: 46.8, lon: 8.2 })).cca2,
    nothing: await countries.findByName('atlantis'),
  };
}

main().then((said) => process.stdout.write(JSON.stringify(said)));
