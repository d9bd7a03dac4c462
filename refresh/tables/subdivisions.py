"""Subdivisions: names of ``iso-3166``, kinds and parents of ``iso3166-2``."""

from collections.abc import Iterator, Mapping

from refresh.inputs import Inputs
from refresh.tables import exported


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield a row for each code of a country of the dataset that both lists have."""
    names = {entry["code"]: entry["name"] for entry in exported(inputs.package("iso-3166"), "2.js", "iso31662")}
    lists = inputs.package("iso3166-2").json("iso3166_2/iso3166-2.json")
    for country, subdivisions in lists.items():
        for code, entry in subdivisions.items():
            if code in names and country in inputs.records:
                yield {
                    "cca2": country,
                    "code": code,
                    "name": names[code],
                    "kind": entry["type"],
                    "parent": entry["parentCode"],
                }
