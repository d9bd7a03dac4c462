"""The configuration: ``site_config.toml``, overridden by the environment and the command line, then validated."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from builder.api.parameters import CATALOG_LIMIT, LIMIT
from builder.host_declarations import HOSTS
from builder.problems import InputError, Problem
from builder.site_urls import ADDRESS, ADDRESS_ALLOWED, ORIGIN, ORIGIN_ALLOWED, SITE_URLS

# The validation is written here because every command reads the config, and the import of a library that lists every
# invalid value, as the one that validates records does, takes an eighth of a build.

GREATEST_SIZE = CATALOG_LIMIT.maximum or 0
_HOST_NAMES = f"must be a list of host names out of {', '.join(HOSTS)}"
_SIZES = f'must be "all" or an ascending list of distinct page sizes from 1 to {GREATEST_SIZE}'
_ALPHA2 = "must be a cca2 code of two uppercase letters, such as DE, or empty"

_Holds = Callable[[Any], bool]


def _key(default: Any, holds: _Holds, allowed: str) -> Any:
    """Declare a key whose values satisfy *holds*; *allowed* describes them in the error message."""
    return field(default=default, metadata={"holds": holds, "allowed": allowed})


def _list_key(default: tuple[Any, ...], holds: _Holds, allowed: str, *, may_be_empty: bool) -> Any:
    """Declare a key whose value is a list; *holds* checks each item, *allowed* describes the list."""

    def is_list(value: Any) -> bool:
        return isinstance(value, list) and (may_be_empty or bool(value))

    return field(default=default, metadata={"holds": is_list, "each": holds, "allowed": allowed})


def _text(default: str, pattern: str, allowed: str) -> Any:
    return _key(default, lambda value: isinstance(value, str) and bool(re.fullmatch(pattern, value)), allowed)


def _choice(*choices: str) -> Any:
    """Declare a key with one of *choices*, the first of which is the default."""
    *others, last = (f'"{choice}"' for choice in choices)
    return _key(choices[0], choices.__contains__, f"must be {', '.join(others)} or {last}")


def _are_sizes(value: Any) -> bool:
    sizes = value if isinstance(value, list) else []
    known = all(type(size) is int and 1 <= size <= GREATEST_SIZE for size in sizes)
    return value == "all" or bool(sizes and known and sizes == sorted(set(sizes)))


@dataclass(frozen=True)
class Pages:
    """The windows (limit and offset) of a list that are written as files."""

    limits: Literal["all"] | tuple[int, ...] = _key("all", _are_sizes, _SIZES)
    catalog_limits: Literal["all"] | tuple[int, ...] = _key((25, 50, 100), _are_sizes, _SIZES)
    offsets: Literal["aligned", "every"] = _choice("aligned", "every")

    def sizes(self, greatest: int | None) -> tuple[int, ...]:
        """Page sizes of lists of records, ascending, up to *greatest*."""
        return _up_to(greatest, self.limits)

    @property
    def country_sizes(self) -> tuple[int, ...]:
        """Page sizes of lists of records, ascending."""
        return self.sizes(LIMIT.maximum)

    @property
    def catalog_sizes(self) -> tuple[int, ...]:
        """Page sizes of catalogs, ascending."""
        return _up_to(CATALOG_LIMIT.maximum, self.catalog_limits)


def _up_to(greatest: int | None, limits: Literal["all"] | tuple[int, ...]) -> tuple[int, ...]:
    every = range(1, (greatest or 0) + 1)
    return tuple(every if limits == "all" else (size for size in limits if size in every))


@dataclass(frozen=True)
class Hosts:
    """The hosts to write a deployment for, and whether nginx gets compressed copies of its static files."""

    names: tuple[str, ...] = _list_key(
        tuple(HOSTS), lambda name: isinstance(name, str) and name in HOSTS, _HOST_NAMES, may_be_empty=True
    )
    precompressed: bool = _key(
        default=False, holds=lambda value: isinstance(value, bool), allowed="must be true or false"
    )


@dataclass(frozen=True)
class Current:
    """How /v1/current finds the caller's country when the host does not report one."""

    fallback: str = _text("", r"([A-Z]{2})?", _ALPHA2)
    header: str = _text("", r"[A-Za-z0-9-]*", "must be a header name of letters, digits and hyphens, or empty")


@dataclass(frozen=True)
class Flags:
    """Widths of the rendered flag images in pixels."""

    widths: tuple[int, ...] = _list_key(
        (320,),
        lambda width: type(width) is int and 16 <= width <= 2560,
        "must be a non-empty list of integers from 16 to 2560",
        may_be_empty=False,
    )


@dataclass(frozen=True)
class Preview:
    """The country that the preview reports for its caller."""

    country: str = _text("DE", r"([A-Z]{2})?", _ALPHA2)


@dataclass(frozen=True)
class Compatibility:
    """Whether the site also answers the routes of restcountries v3.1, and in which mode."""

    restcountries: Literal["off", "lenient", "strict"] = _choice("off", "lenient", "strict")


@dataclass(frozen=True)
class Config:
    """The whole configuration of a site. Origins have no trailing slash."""

    base_url: str = _text("http://127.0.0.1:8000", ORIGIN, ORIGIN_ALLOWED)
    cdn_url: str = _text("", ADDRESS, ADDRESS_ALLOWED)
    docs_url: str = _text("", ADDRESS, ADDRESS_ALLOWED)
    repository_url: str = _text("https://github.com/country-reference/country-reference", ADDRESS, ADDRESS_ALLOWED)
    pages: Pages = Pages()
    hosts: Hosts = Hosts()
    current: Current = Current()
    flags: Flags = Flags()
    preview: Preview = Preview()
    compatibility: Compatibility = Compatibility()

    @property
    def cdn(self) -> str:
        """Origin of the flags."""
        return self.cdn_url or f"{self.base_url}/flags"

    @property
    def docs(self) -> str:
        """Origin of the documents."""
        return self.docs_url or f"{self.base_url}/docs"

    @property
    def files(self) -> str:
        """Address of ``public/``, of which documents and flags are folders: what both are below, else ``base_url``.

        Below a path, as the page of a project at GitHub Pages is, it is another address than that of the API.
        """
        above = self.docs.removesuffix("/docs")
        return above if (self.docs, self.cdn) == (f"{above}/docs", f"{above}/flags") else self.base_url


def load_config(path: Path, overrides: Mapping[str, Any] | None = None) -> Config:
    """Read the file *path* and replace the values that *overrides* (from options or the environment) gives by key.

    An empty override removes the file's value, so the default applies.
    Raises ``InputError`` with every invalid value.
    """
    try:
        values: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(
            [Problem(path.name, "", "does not exist")],
            "Run the command in the folder of the file, or pass its path with --config.",
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError([Problem(path.name, "", f"is not TOML: {error}")]) from None
    values |= overrides or {}
    for key in [key for key, value in (overrides or {}).items() if not value]:
        del values[key]
    for site_url in SITE_URLS:
        if isinstance(values.get(site_url.key), str):
            values[site_url.key] = values[site_url.key].rstrip("/")
    problems = [
        Problem(path.name, where, f"{value!r} is invalid: {allowed}")
        for where, value, allowed in _invalid(Config, values)
    ]
    if problems:
        raise InputError(problems, f"Correct these values in {path.name}.")
    config: Config = _filled(Config, values)
    return config


def refuse_unknown_codes(config: Config, known: Collection[str], file: str) -> None:
    """Raise ``InputError`` with every cca2 code of the config that is not in *known*; *file* is the config's name."""
    codes = {"current.fallback": config.current.fallback, "preview.country": config.preview.country}
    problems = [
        Problem(
            file,
            where,
            f'"{code}" is not the cca2 code of a country in the dataset; use another, or leave it empty',
        )
        for where, code in codes.items()
        if code and code not in known
    ]
    if problems:
        raise InputError(problems)


def _invalid(section: type[Any], values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any, str]]:
    """Yield the dot path, the value and the description of what is allowed for every invalid value of *section*."""
    known = {key.name: key for key in fields(section)}
    for name, key in known.items():
        if name in values:
            yield from _invalid_value(key, values[name], prefix + name)
    names = values.get("names", HOSTS)
    if (
        section is Hosts
        and values.get("precompressed") is True
        and (not isinstance(names, Collection) or "nginx" not in names)
    ):
        yield f"{prefix}precompressed", True, _WITHOUT_NGINX
    for name in sorted(values.keys() - known.keys()):
        yield prefix + name, values[name], f"is not a known key; the keys here are {', '.join(known)}"


_WITHOUT_NGINX = 'only nginx sends compressed copies; add "nginx" to names, or remove this setting'


def _invalid_value(key: Field[Any], value: Any, where: str) -> Iterator[tuple[str, Any, str]]:
    rule = key.metadata
    if section := _section_of(key):
        if isinstance(value, dict):
            yield from _invalid(section, value, f"{where}.")
        else:
            yield where, value, f"must be a table with {', '.join(inner.name for inner in fields(section))}"
    elif not rule["holds"](value):
        yield where, value, rule["allowed"]
    elif "each" in rule:
        yield from ((f"{where}.{at}", item, rule["allowed"]) for at, item in enumerate(value) if not rule["each"](item))


def _section_of(key: Field[Any]) -> type[Any] | None:
    return None if key.metadata else type(key.default)


def _filled(section: type[Any], values: Mapping[str, Any]) -> Any:
    known = {key.name: key for key in fields(section)}
    return section(**{name: _frozen(known[name], value) for name, value in values.items()})


def _frozen(key: Field[Any], value: Any) -> Any:
    section = _section_of(key)
    if section:
        return _filled(section, value)
    return tuple(value) if isinstance(value, list) else value
