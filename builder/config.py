"""The configuration: ``site_config.toml``, overridden by the environment and the command line, then validated."""

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from builder.problems import InputError, Problem
from builder.site_urls import ADDRESS, ADDRESS_ALLOWED, ORIGIN, ORIGIN_ALLOWED, SITE_URLS
from builder.tables.host_names import HOSTS
from builder.tables.parameters import CATALOG_LIMIT, LIMIT

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

GREATEST_SIZE = CATALOG_LIMIT.maximum or 0


def _sizes(value: object) -> object:
    sizes = value if isinstance(value, list) else []
    known = all(type(size) is int and 1 <= size <= GREATEST_SIZE for size in sizes)
    if value != "all" and not (sizes and known and sizes == sorted(set(sizes))):
        raise ValueError(f'must be "all" or an ascending list of distinct page sizes from 1 to {GREATEST_SIZE}')
    return value


def _text(pattern: str, allowed: str) -> Any:
    """Constrain a string to *pattern*; *allowed* describes the pattern in the error message."""
    return Field(pattern=pattern, description=allowed)


OriginUrl = Annotated[str, _text(ORIGIN, ORIGIN_ALLOWED)]
AddressUrl = Annotated[str, _text(ADDRESS, ADDRESS_ALLOWED)]
Alpha2OrNothing = Annotated[
    str, _text(r"^([A-Z]{2})?$", "must be a cca2 code of two uppercase letters, such as DE, or empty")
]
HeaderOrNothing = Annotated[
    str, _text(r"^([A-Za-z0-9-]+)?$", "must be a header name of letters, digits and hyphens, or empty")
]
Width = Annotated[int, Field(ge=16, le=2560)]


_HOST_NAMES = f"must be a list of host names out of {', '.join(HOSTS)}"


def _host(name: object) -> object:
    if name not in HOSTS:
        raise ValueError(_HOST_NAMES)
    return name


HostName = Annotated[str, BeforeValidator(_host)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Pages(_Section):
    """The windows (limit and offset) of a list that are written as files."""

    limits: Annotated[Literal["all"] | list[int], BeforeValidator(_sizes)] = "all"
    catalog_limits: Annotated[Literal["all"] | list[int], BeforeValidator(_sizes)] = [25, 50, 100]
    offsets: Annotated[Literal["aligned", "every"], Field(description='must be "aligned" or "every"')] = "aligned"

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


def _up_to(greatest: int | None, limits: Literal["all"] | list[int]) -> tuple[int, ...]:
    every = range(1, (greatest or 0) + 1)
    return tuple(every if limits == "all" else (size for size in limits if size in every))


class Hosts(_Section):
    """The hosts to write a deployment for, and whether nginx gets compressed copies of its static files."""

    names: Annotated[list[HostName], Field(description=_HOST_NAMES)] = [*HOSTS]
    precompressed: Annotated[bool, Field(description="must be true or false")] = False

    @field_validator("precompressed")
    @classmethod
    def _for_nginx(cls, value: bool, info: ValidationInfo) -> bool:  # noqa: FBT001  the library calls it
        if value and "nginx" not in info.data.get("names", ()):
            raise ValueError('only nginx sends compressed copies; add "nginx" to names, or remove this setting')
        return value


class Current(_Section):
    """How /v1/current finds the caller's country when the host does not report one."""

    fallback: Alpha2OrNothing = ""
    header: HeaderOrNothing = ""


class Flags(_Section):
    """Widths of the rendered flag images in pixels."""

    widths: Annotated[
        list[Width], Field(min_length=1, description="must be a non-empty list of integers from 16 to 2560")
    ] = [320]


class Preview(_Section):
    """The country that the preview reports for its caller."""

    country: Alpha2OrNothing = "DE"


class Compatibility(_Section):
    """Whether the site also answers the routes of restcountries v3.1, and in which mode."""

    restcountries: Annotated[
        Literal["off", "lenient", "strict"], Field(description='must be "off", "lenient" or "strict"')
    ] = "off"


class Config(_Section):
    """The whole configuration of a site. Origins have no trailing slash."""

    base_url: OriginUrl = "http://127.0.0.1:8000"
    cdn_url: AddressUrl = ""
    docs_url: AddressUrl = ""
    repository_url: AddressUrl = "https://github.com/country-reference/country-reference"
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


def load_config(path: Path, overrides: Mapping[str, str] | None = None) -> Config:
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
    try:
        return Config.model_validate(values)
    except ValidationError as error:
        raise InputError(
            [
                Problem(path.name, ".".join(map(str, item["loc"])), f"{item['input']!r} is invalid: {_allowed(item)}")
                for item in error.errors()
            ],
            f"Correct these values in {path.name}.",
        ) from None


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


def _allowed(item: Any) -> str:
    """Describe the allowed values: the message of the validator, or the description of the section or key."""
    if item["type"] == "value_error":
        return str(item["ctx"]["error"])
    known: Mapping[str, FieldInfo] = Config.model_fields
    allowed = None
    for name in item["loc"]:
        if name in known:
            allowed, section = known[name].description, known[name].annotation
            known = section.model_fields if isinstance(section, type) and issubclass(section, _Section) else {}
    if item["type"] == "extra_forbidden":
        return f"is not a known key; the keys here are {', '.join(known)}"
    return allowed or f"must be a table with {', '.join(known)}"
