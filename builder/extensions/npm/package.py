"""Writes ``npm/``, a package folder ready for ``npm pack``: a module for each country and each table, with types.

No module has side effects, so bundlers take only the modules that a program imports.
"""

import os
import shutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

import orjson

from builder.api.json_schemas import Schema, schemas_below
from builder.api.types import JsonObject
from builder.documents.text_documents import LICENCES, licence_values
from builder.documents.typescript import interfaces_of
from builder.extensions.npm import package_name
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.schemas import row_definitions
from builder.extensions.tables.table import Table, TableRows, table_head
from builder.project.build_request import BuildRequest
from builder.project.templating import open_templates
from builder.site.reading import read_site
from builder.site.site import Site

# The files of which a package has one. Each has a template.
_SINGLE_FILES = ("index.js", "index.d.ts", "all.js", "all.d.ts", "codes.js", "codes.d.ts", "package.json", "README.md")


def write_package(request: BuildRequest, folder: Path) -> Path:
    """Write the package to ``npm/`` in *folder*; it replaces an earlier one. Return the folder of the package.

    Its version is the date of the dataset. Raises ``InputError`` when the dataset is invalid.
    """
    site = read_site(request)
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
    templates = open_templates(*request.template_folders, Path(__file__).parent / "templates")

    def render(template: str, **values: object) -> str:
        return templates.get_template(f"npm/{template}.j2").render(values)

    records, described = site.dataset.records, site.interface.schemas
    notices = {**licence_values(request, site.dataset), "repository_url": site.config.repository_url}
    about = _values(site)
    files = {
        **{name: render(name, **about) for name in _SINGLE_FILES},
        "types.d.ts": _type_module(described, schemas_below(described, "Country"), ["cca2"], "."),
        "LICENSE": (request.data / "LICENSE").read_text("utf-8"),
        "NOTICE.txt": templates.get_template(LICENCES).render(notices),
    }
    for record in records:
        path, name = f"countries/{record.cca2.lower()}", record.value["name"]["common"]
        files |= {
            f"{path}.js": f"export default {record.body.decode()};\n",
            f"{path}.d.ts": render("country.d.ts", name=name),
        }
    for loaded in tables_of(site).rows:
        files |= _table_files(loaded, table_head(loaded, site.sources), render)
    return files


def _values(site: Site) -> JsonObject:
    """Return the values for the templates of ``_SINGLE_FILES``."""
    records, tables = site.dataset.records, tables_of(site).rows
    year, month, day = map(int, site.date.split("-"))
    licences = {licence for loaded in tables for licence in loaded.table.licences}
    what = f"{len(records)} country records and tables beside them, with TypeScript types."
    return {
        "json": _json,
        "name": package_name(site.config),
        "version": f"{year}.{month}.{day}",
        "description": site.config.site.about(what),
        "repository_url": site.config.repository_url,
        "licences": ["ODbL-1.0", *sorted(licences - {"ODbL-1.0"})],
        # The country of the examples: a well-known one, or any if the site lacks it.
        "shown": next((record for record in records if record.cca2 == "DE"), records[0]).value,
        "codes": [record.cca2 for record in records],
        "others": _other_codes(site),
        "tables": tables,
        "date": site.date,
        "revision": site.dataset.revision,
    }


def _table_files(loaded: TableRows, head: JsonObject, render: Callable[..., str]) -> dict[str, str]:
    """Make the module of a table, with its licence and sources, and a module of the rows of each part."""
    table, path = loaded.table, f"tables/{loaded.table.name}"
    constants = [f"export const {name} = {_json(head[name])};\n" for name in ("license", "sources", "revision")]
    files = {
        f"{path}.js": "".join([*constants, _rows(loaded.rows)]),
        f"{path}.d.ts": render("table.d.ts", table=table, types=_types_of_rows(table)),
    }
    for part, rows in loaded.parts.items():
        files[f"{path}/{part.lower()}.js"] = _rows(rows)
        files[f"{path}/{part.lower()}.d.ts"] = render("part.d.ts", table=table)
    return files


def _other_codes(site: Site) -> dict[str, str]:
    """Return codes in use that no record has, such as those of Kosovo, each with the alpha-2 code of its country."""
    records = site.dataset.records
    in_records = {str(record.value.get(name, "")).lower() for record in records for name in ("cca2", "cca3", "ccn3")}
    codes = site.listings.codes.items()
    return {code.upper(): records[number].cca2 for code, number in codes if code not in in_records}


def _types_of_rows(table: Table) -> str:
    definitions = row_definitions(table)
    columns = [nested for column in table.columns for nested in (column, *column.members)]
    return _type_module(definitions, [*definitions], [column.name for column in columns if column.is_country], "..")


def _type_module(schemas: Mapping[str, Schema], names: Collection[str], codes: Collection[str], folder: str) -> str:
    """Declare the schemas *names* as TypeScript. *codes* are the fields whose values are alpha-2 codes."""
    declared: dict[str, Any] = {name: schemas[name].copy() for name in names}
    for schema in declared.values():
        fields = schema["properties"].items()
        schema["properties"] = {name: _with_code_type(field) if name in codes else field for name, field in fields}
    return f"import type {{ CountryCode }} from '{folder}/codes.js';\n\n{interfaces_of(declared, [*names])}"


def _with_code_type(schema: Any) -> Any:
    """Return the schema of a code, a nullable code or a list of codes, with the type ``CountryCode``."""
    if schema.get("type") == "string":
        return {**schema, "$ref": "CountryCode"}
    if "anyOf" in schema:
        return {**schema, "anyOf": [*map(_with_code_type, schema["anyOf"])]}
    return {**schema, "items": _with_code_type(schema["items"])} if "items" in schema else schema


def _rows(rows: object) -> str:
    return f"export const rows = {_json(rows)};\n"


def _json(value: object) -> str:
    return orjson.dumps(value).decode()
