"""``npm/``: a package folder with all records and their types, ready for ``npm pack``."""

from pathlib import Path

import orjson

from builder.api.json_schemas import schemas
from builder.commands.export.records import Exported, write_whole
from builder.stages.documents.values.schema_references import schemas_below
from builder.stages.documents.values.typescript import declare

_NAME = "country-reference-data"
_MODULE = """import { readFileSync } from 'node:fs';

/** All records, in dataset order. */
export const countries = JSON.parse(readFileSync(new URL('./countries.json', import.meta.url), 'utf8'));

const byCode = new Map();
for (const country of countries) {
  for (const code of [country.cca2, country.cca3, country.ccn3]) {
    if (code) byCode.set(code, country);
  }
}

/** The record of an ISO 3166-1 alpha-2, alpha-3 or numeric code, in any case. */
export function findByCode(code) {
  return byCode.get(String(code).toUpperCase().padStart(/^[0-9]+$/.test(code) ? 3 : 0, '0'));
}
"""
_TYPES = """/** All records, in dataset order. */
export const countries: readonly Country[];

/** The record of an ISO 3166-1 alpha-2, alpha-3 or numeric code, in any case. */
export function findByCode(code: string): Country | undefined;
"""
_README = """# country-reference-data

{count} country records as JSON, with TypeScript types. Dataset of {date}, revision {revision}.

    import {{ countries, findByCode }} from 'country-reference-data';

    findByCode('de').name.common; // "Germany"
    countries.filter((country) => country.region === 'Africa').length;

Node 22 or newer. `country-reference-data/countries.json` is the file itself, for bundlers and browsers.

The data is under the Open Database License 1.0; `LICENSE` names its sources.
"""


def write(exported: Exported, folder: Path) -> Path:
    """Write the package. Its version is the date of the dataset."""
    package = folder / "npm"
    package.mkdir(exist_ok=True)
    described = schemas()
    year, month, day = (int(part) for part in exported.date.split("-"))
    manifest = {
        "name": _NAME,
        "version": f"{year}.{month}.{day}",
        "description": f"{len(exported.bodies)} country records with TypeScript types.",
        "license": "ODbL-1.0",
        "repository": {"type": "git", "url": f"git+{exported.data.config.repository_url}.git"},
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=22"},
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}, "./countries.json": "./countries.json"},
        "types": "./index.d.ts",
        "files": ["countries.json", "index.js", "index.d.ts", "LICENSE"],
    }
    files = {
        "package.json": orjson.dumps(manifest, option=orjson.OPT_INDENT_2) + b"\n",
        "countries.json": b"[%b]\n" % b",\n".join(exported.bodies),
        "index.js": _MODULE.encode(),
        "index.d.ts": f"{declare(described, schemas_below(described, 'Country'))}\n{_TYPES}".encode(),
        "LICENSE": (exported.request.data / "LICENSE").read_bytes(),
        "README.md": _README.format(
            count=len(exported.bodies), date=exported.date, revision=exported.revision
        ).encode(),
    }
    for name, body in files.items():
        write_whole(package / name, body)
    return package
