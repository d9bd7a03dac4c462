"""Writes ``npm/``, a package folder ready for ``npm pack``: a module for each country and each table, with types.

No module has side effects, so bundlers take only the modules that a program imports.
"""

import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from builder.api.json_schemas import Schema, schemas_below
from builder.api.types import JsonObject, Record
from builder.documents.text_documents import LICENCES, licence_values
from builder.documents.typescript import declare
from builder.extensions.npm import package_name
from builder.extensions.tables.schemas import row_definitions
from builder.extensions.tables.site_tables import tables_of
from builder.extensions.tables.table import TableRows, table_head
from builder.project.build_request import BuildRequest, read_config
from builder.project.templating import open_templates
from builder.site.reading import read_site
from builder.site.site import Site

_README = "text/npm-readme.md"
_ALL_MODULE = """
// Other codes in use, of Kosovo.
const others = %s;

/** The record of an ISO 3166-1 alpha-2, alpha-3 or numeric code; capitals do not matter. */
export function findByCode(code) {
  const text = String(code).toUpperCase();
  const key = /^[0-9]+$/.test(text) ? text.padStart(3, '0') : (others[text] ?? text);
  return countries.find(({ cca2, cca3, ccn3 }) => key === cca2 || key === cca3 || key === ccn3);
}
"""
_ALL_TYPES = """import type { Country } from './types.js';

/** All records, in dataset order. */
export declare const countries: readonly Country[];

/** The record of an ISO 3166-1 alpha-2, alpha-3 or numeric code; capitals do not matter. */
export declare function findByCode(code: string): Country | undefined;
"""
_CODE_TYPES = """/** The alpha-2 codes, in dataset order. */
export declare const codes: readonly %s;

/** An alpha-2 code. */
export type CountryCode = (typeof codes)[number];
"""
_HEAD_TYPES = """
/** Licence of the rows, an SPDX expression. */
export declare const license: string;

/** The sources of the rows, with the line that a licence requires. */
export declare const sources: readonly Readonly<Record<string, string>>[];

/** Hash of the rows; it changes with them. */
export declare const revision: string;
"""


def write_package(request: BuildRequest, folder: Path) -> Path:
    """Write the package to ``npm/`` in *folder*; it replaces an earlier one. Return the folder of the package.

    Its version is the date of the dataset. Raises ``InputError`` when the dataset is invalid.
    """
    site = read_site(request, read_config(request))
    package, temporary = folder / "npm", folder / f".npm.{os.getpid()}.new"
    try:
        for name, text in _files(site, request).items():
            path = temporary / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        shutil.rmtree(package, ignore_errors=True)
        temporary.rename(package)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return package


def _files(site: Site, request: BuildRequest) -> dict[str, str]:
    """Make every file of the package by its path."""
    records = site.dataset.records
    described = site.interface.schemas
    modules = dict(_country_modules(records))
    for table in tables_of(site):
        modules |= _table_modules(table, table_head(table, site.sources))
    templates = open_templates(*request.template_folders, Path(__file__).parent / "templates")
    notices = {**licence_values(request, site.dataset), "repository_url": site.config.repository_url}
    # The country of the examples: a well-known one, or any if the site lacks it.
    shown = next((record for record in records if record.cca2 == "DE"), records[0])
    about = {
        "name": package_name(site.config),
        "shown": shown.value,
        "count": len(records),
        "tables": tables_of(site),
        "date": site.date,
    }
    return {
        "index.js": _index(records),
        "index.d.ts": _index_types(records),
        "all.js": _all(site),
        "all.d.ts": _ALL_TYPES,
        "codes.js": f"export const codes = {_codes(records)};\n",
        "codes.d.ts": _CODE_TYPES % _codes(records),
        "types.d.ts": _type_module(described, schemas_below(described, "Country"), ["cca2"], "."),
        **modules,
        "package.json": orjson.dumps(_manifest(site), option=orjson.OPT_INDENT_2).decode() + "\n",
        "LICENSE": (request.data / "LICENSE").read_text("utf-8"),
        "NOTICE.txt": templates.get_template(LICENCES).render(notices),
        "README.md": templates.get_template(_README).render(about, revision=site.dataset.revision),
    }


def _manifest(site: Site) -> JsonObject:
    year, month, day = (int(part) for part in site.date.split("-"))
    licences = dict.fromkeys(part for table in tables_of(site) for part in table.table.licences if part != "ODbL-1.0")
    return {
        "name": package_name(site.config),
        "version": f"{year}.{month}.{day}",
        "description": site.config.site.about(
            f"{len(site.dataset.records)} country records and tables beside them, with TypeScript types."
        ),
        "keywords": ["countries", "iso-3166"],
        "license": " AND ".join(["ODbL-1.0", *sorted(licences)]),
        "repository": {"type": "git", "url": f"git+{site.config.repository_url}.git"},
        "type": "module",
        "sideEffects": False,
        "exports": {
            ".": _export("index"),
            "./codes": _export("codes"),
            "./countries/*": _export("countries/*"),
            "./tables/*": _export("tables/*"),
            "./package.json": "./package.json",
        },
        "types": "./index.d.ts",
        "files": ["*.js", "*.d.ts", "countries", "tables", "NOTICE.txt"],
    }


def _export(name: str) -> dict[str, str]:
    return {"types": f"./{name}.d.ts", "default": f"./{name}.js"}


def _codes(records: tuple[Record, ...]) -> str:
    return orjson.dumps([record.cca2 for record in records]).decode()


def _module(record: Record) -> str:
    return f"countries/{record.cca2.lower()}.js"


def _index(records: tuple[Record, ...]) -> str:
    lines = [f"export {{ default as {record.cca2} }} from './{_module(record)}';\n" for record in records]
    return "".join(["export { codes } from './codes.js';\nexport { countries, findByCode } from './all.js';\n", *lines])


def _index_types(records: tuple[Record, ...]) -> str:
    types = "export type * from './types.js';\nexport type { CountryCode } from './codes.js';\n"
    return types + _index(records)


def _all(site: Site) -> str:
    records = site.dataset.records
    own = {
        code.lower() for record in records for code in (record.cca2, record.value["cca3"], record.value.get("ccn3", ""))
    }
    others = {code.upper(): records[number].cca2 for code, number in site.listings.codes.items() if code not in own}
    imports = [f"import {record.cca2} from './{_module(record)}';\n" for record in records]
    names = ", ".join(record.cca2 for record in records)
    return f"{''.join(imports)}\n/** All records, in dataset order. */\nexport const countries = [{names}];\n" + (
        _ALL_MODULE % orjson.dumps(others).decode()
    )


def _country_modules(records: tuple[Record, ...]) -> Iterator[tuple[str, str]]:
    for record in records:
        path = _module(record)
        yield path, f"export default {record.body.decode()};\n"
        name = record.value["name"]["common"]
        types = f"import type {{ Country }} from '../types.js';\n\n/** {name}. */\ndeclare const country: Country;\n"
        yield path.replace(".js", ".d.ts"), f"{types}export default country;\n"


def _table_modules(table: TableRows, head: JsonObject) -> Mapping[str, str]:
    """Make the module of a table, with its licence and sources, and a module of the rows of each part."""
    declared = table.table
    row = declared.row_model.__name__
    definitions = row_definitions(declared)
    columns = [nested for column in declared.columns for nested in (column, *column.members)]
    types = _type_module(definitions, [*definitions], [column.name for column in columns if column.is_country], "..")
    constants = "".join(
        f"export const {name} = {orjson.dumps(head[name]).decode()};\n" for name in ("license", "sources", "revision")
    )
    rows = f"/** {declared.sentence} */\nexport declare const rows: readonly {row}[];\n"
    modules = {
        f"tables/{declared.name}.js": f"{constants}{_rows(table.rows)}",
        f"tables/{declared.name}.d.ts": f"{types}\n{rows}{_HEAD_TYPES}",
    }
    if declared.part_column:
        types = f"import type {{ {row} }} from '../{declared.name}.js';\n\n{rows}"
        for part, part_rows in table.parts.items():
            path = f"tables/{declared.name}/{part.lower()}"
            modules |= {f"{path}.js": _rows(part_rows), f"{path}.d.ts": types}
    return modules


def _type_module(schemas: Mapping[str, Schema], names: Collection[str], codes: Collection[str], folder: str) -> str:
    """Declare the schemas *names* as TypeScript. *codes* are the fields whose values are alpha-2 codes."""
    declared: dict[str, Any] = {name: schemas[name].copy() for name in names}
    for schema in declared.values():
        fields = schema["properties"].items()
        schema["properties"] = {name: _with_code_type(field) if name in codes else field for name, field in fields}
    return f"import type {{ CountryCode }} from '{folder}/codes.js';\n\n{declare(declared, [*names])}"


def _with_code_type(schema: Any) -> Any:
    """Return the schema of a code, a nullable code or a list of codes, with the type ``CountryCode``."""
    if schema.get("type") == "string":
        return {**schema, "$ref": "CountryCode"}
    if "anyOf" in schema:
        return {**schema, "anyOf": [*map(_with_code_type, schema["anyOf"])]}
    return {**schema, "items": _with_code_type(schema["items"])} if "items" in schema else schema


def _rows(rows: object) -> str:
    return f"export const rows = {orjson.dumps(rows).decode()};\n"
