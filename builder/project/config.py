"""The configuration: ``site_config.toml``, overridden by the environment and the command line, then validated."""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal
from unicodedata import normalize
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from builder.api.extension import Extension
from builder.api.field_types import Text, distinct, shallow
from builder.api.metrics import METRICS
from builder.api.own_fields import OwnField, OwnFields, own_metrics
from builder.api.parameters import MAX_LIMIT
from builder.api.routes import FIRST_SEGMENTS
from builder.inputs.errors import InputError, Problem, refuse
from builder.inputs.files import unreadable_files
from builder.project.host_declarations import HOSTS
from builder.project.site_urls import Address, Origin

# The path to a value: keys of tables, and positions in lists.
Place = tuple[str | int, ...]


def _known_host(name: str) -> str:
    if name not in HOSTS:
        raise ValueError("must be a host")
    return name


_Sizes = Literal["all"] | Annotated[tuple[Annotated[int, Field(strict=True)], ...], Field(min_length=1)]


def _ascending(sizes: _Sizes) -> _Sizes:
    if sizes != "all" and (list(sizes) != sorted(set(sizes)) or not 1 <= sizes[0] <= sizes[-1] <= MAX_LIMIT):
        raise ValueError("must be ascending sizes of pages")
    return sizes


# An error message quotes the description of a key as what is allowed.
_Alpha2 = Annotated[
    str,
    Field(pattern="^([A-Z]{2})?$", description="must be a cca2 code of two uppercase letters, such as DE, or empty"),
]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


_Contact = Annotated[str, Field(pattern=r"^(mailto:[^\s@<>\"]+@[^\s@<>\"]+|https://[^\s<>\"]+|tel:\+[0-9-]+)$")]


def _composed(text: Any) -> Any:
    return normalize("NFC", text) if isinstance(text, str) else text


_Line = Annotated[Text, BeforeValidator(_composed)]


def _as_url(contact: Any) -> Any:
    return f"mailto:{contact}" if isinstance(contact, str) and re.fullmatch("[^@:/]+@[^@:/]+", contact) else contact


class Identity(_Section):
    """The title, the description and the contact of the site, for its pages and its files."""

    title: Annotated[_Line, Field(max_length=200)] = Field(
        default="Country Reference",
        description="must be one line of 1 to 200 characters, without spaces at its ends or two in a row",
    )
    description: Literal[""] | Annotated[_Line, Field(max_length=1000)] = Field(
        default="",
        description="must be one line of at most 1,000 characters, without spaces at its ends or two in a row",
    )
    contact: Literal[""] | Annotated[_Contact, BeforeValidator(_as_url)] = Field(
        default="",
        description="must be an e-mail address, an address that begins with mailto:, https:// or tel:+, or empty",
    )

    @property
    def slug(self) -> str:
        """The title in lower-case letters, digits and hyphens, for names of packages."""
        plain = normalize("NFKD", self.title).encode("ascii", "ignore").decode().lower()
        return re.sub("[^a-z0-9]+", "-", plain)[:100].strip("-") or "countries"

    def about(self, text: str) -> str:
        """Return the description, if there is one, and *text*."""
        return f"{self.description} {text}".lstrip()


class DatasetChoice(_Section):
    """The countries of the dataset that the site has, by their codes; an empty list means all."""

    countries: tuple[Annotated[str, Field(pattern="^([A-Za-z]{2,3}|[0-9]{1,3})$")], ...] = Field(
        default=(), description="must be a list of cca2, cca3 or ccn3 codes, such as DE, FRA or 076"
    )


class Pages(_Section):
    """The sizes of the windows of a listing that a build writes as files."""

    limits: Annotated[_Sizes, AfterValidator(_ascending)] = Field(
        default="all",
        description='must be "all" or an ascending list of distinct page sizes '
        f"from 1 to {MAX_LIMIT}, the greatest limit",
    )

    def sizes(self, greatest: int = MAX_LIMIT) -> tuple[int, ...]:
        """Return the page sizes of lists of records, ascending, up to *greatest*."""
        all_sizes = range(1, greatest + 1)
        return tuple(all_sizes if self.limits == "all" else (size for size in self.limits if size in all_sizes))


class Hosts(_Section):
    """The hosts to write a deployment for."""

    names: Annotated[tuple[Annotated[str, AfterValidator(_known_host)], ...], AfterValidator(distinct)] = Field(
        default=HOSTS, description=f"must be a list of distinct host names out of {', '.join(HOSTS)}"
    )


class Current(_Section):
    """How /v1/current finds the caller's country when the host does not report one."""

    fallback: _Alpha2 = ""
    header: str = Field(
        default="",
        pattern="^[A-Za-z0-9-]*$",
        description="must be a header name of letters, digits and hyphens, or empty",
    )


class Flags(_Section):
    """Widths of the rendered flag images in pixels."""

    widths: Annotated[tuple[Annotated[int, Field(strict=True, ge=16, le=2560)], ...], AfterValidator(distinct)] = Field(
        default=(320,), min_length=1, description="must be a non-empty list of distinct integers from 16 to 2560"
    )


class Preview(_Section):
    """The country that the preview reports for its caller."""

    country: _Alpha2 = "DE"


def _day(text: str) -> str:
    if text and date.fromisoformat(text).isoformat() != text:
        raise ValueError("must be a date")
    return text


class Security(_Section):
    """Contact, expiry date and policy of ``/.well-known/security.txt``."""

    contact: tuple[_Contact, ...] = Field(
        default=(), description="must be a list of addresses that begin with mailto:, https:// or tel:+"
    )
    expires: Annotated[str, AfterValidator(_day)] = Field(
        default="", description="must be a day such as 2027-06-30, until which the contacts hold, or empty"
    )
    policy: str = Field(
        default="", pattern=r"^(https://\S+)?$", description="must be a URL that begins with https://, or empty"
    )


class Documents(_Section):
    """The names of the guides that are not published."""

    leave_out: tuple[str, ...] = Field(default=(), description="must be a list of names of guides")


class ExtensionChoice(_Section):
    """The names of the extensions that the site leaves out."""

    leave_out: tuple[str, ...] = Field(default=(), description="must be a list of names of extensions")


_Name = Annotated[str, Field(pattern="^[a-z][A-Za-z0-9]{0,63}$")]


class Config(_Section):
    """The whole configuration of a site. URLs have no trailing slash.

    Sections of extensions are further attributes, which ``config_model`` adds.
    """

    base_url: Origin = "http://127.0.0.1:8000"
    cdn_url: Address = ""
    docs_url: Address = ""
    repository_url: Address = "https://github.com/country-reference/country-reference"
    site: Identity = Identity()
    dataset: DatasetChoice = DatasetChoice()
    fields: dict[_Name, OwnField] = {}
    pages: Pages = Pages()
    hosts: Hosts = Hosts()
    current: Current = Current()
    flags: Flags = Flags()
    preview: Preview = Preview()
    documents: Documents = Documents()
    extensions: ExtensionChoice = ExtensionChoice()
    security: Security = Security()

    @property
    def cdn(self) -> str:
        """Address of the flags."""
        return self.cdn_url or f"{self.base_url}/flags"

    @property
    def has_flag_host(self) -> bool:
        """Whether the flags have a host name of their own; the same deployment answers under both names."""
        base, cdn = urlsplit(self.base_url), urlsplit(self.cdn)
        return base.netloc != cdn.netloc and not cdn.path

    @property
    def docs(self) -> str:
        """Address of the documents."""
        return self.docs_url or f"{self.base_url}/docs"

    @property
    def files(self) -> str:
        """Address of ``public/``: the parent of ``docs`` and ``cdn`` where both are its folders, else ``base_url``.

        A project page of GitHub Pages is below a path, so its files have another address than the API.
        """
        parent = self.docs.removesuffix("/docs")
        return parent if (self.docs, self.cdn) == (f"{parent}/docs", f"{parent}/flags") else self.base_url


def config_model(extensions: Iterable[Extension]) -> type[Config]:
    """Return the model of the configuration with the sections of *extensions*."""
    sections: dict[str, Any] = {one.section: (one.settings, one.settings()) for one in extensions if one.settings}
    return create_model("Config", __base__=Config, **sections) if sections else Config


def load_config(
    path: Path, overrides: Mapping[str, object] | None = None, extensions: Sequence[Extension] = ()
) -> Config:
    """Read the file *path* and replace the values of the keys in *overrides*, from options or the environment.

    An empty override removes the file's value, so the default applies. *extensions* are all extensions that exist.
    Raises ``InputError`` with every invalid value.
    """
    model = config_model(extensions)
    values = _read(path) | dict(overrides or {})
    for key in [key for key, value in (overrides or {}).items() if not value]:
        del values[key]
    problems = [
        Problem(path.name, ".".join(map(str, place)), f"{_found(values, place)}: {allowed}")
        for place, allowed in invalid_values(values, model).items()
    ]
    refuse(problems, f"Correct these values in {path.name}.")
    config = model.model_validate(values)
    advice = f"Correct these values in {path.name}, or the options and variables in their place."
    conflicts = (
        *_conflicts(config),
        *_wrong_metrics(config.fields),
        *_wrongly_left_out(config.extensions.leave_out, extensions),
    )
    refuse([Problem(path.name, key, message) for key, message in conflicts], advice)
    return config


def _conflicts(config: Config) -> Iterator[tuple[str, str]]:
    """Yield each key whose value conflicts with another: a URL at which other files are, or contacts without a day."""
    if config.security.contact and not config.security.expires:
        yield "security.expires", "is empty; a contact needs the day until which it holds"
    cdn, docs, base = config.cdn, config.docs, config.base_url
    if _contains(cdn, docs) or _contains(docs, cdn):
        yield "docs_url", f"is {docs}, and cdn_url {cdn}; neither may be or contain the other"
    # The files of the whole site may be below a path, where only their host, such as GitHub Pages, answers.
    has_routes = config.files == base or config.files.removeprefix(f"{base}/").split("/")[0] in FIRST_SEGMENTS
    for key, url, default in (("cdn_url", cdn, f"{base}/flags"), ("docs_url", docs, f"{base}/docs")):
        if has_routes and _contains(base, url) and url != default:
            yield key, f"is {url}; on base_url it can only be {default}, the default, because the rest is the API's"


def _wrong_metrics(fields: OwnFields) -> Iterator[tuple[str, str]]:
    """Yield each metric of the owner that has no numbers, or has the name of another metric, where case is ignored."""
    names = [metric.name.lower() for metric in (*METRICS, *own_metrics(fields))]
    for name, field in fields.items():
        if field.metric and field.type not in ("integer", "number"):
            yield f"fields.{name}.metric", f"is true, and the type is {field.type}; only numbers can be ranked"
        if field.metric and names.count(name.lower()) > 1:
            yield f"fields.{name}", f"is the name of a metric, apart from case; the metrics are {', '.join(names)}"


def _wrongly_left_out(names: Sequence[str], extensions: Sequence[Extension]) -> Iterator[tuple[str, str]]:
    known = [extension.name for extension in extensions]
    for name in names:
        users = [extension.name for extension in extensions if name in extension.needs and extension.name not in names]
        if name not in known:
            yield "extensions.leave_out", f'has "{name}", which is no extension; there are {", ".join(known) or "none"}'
        elif users:
            yield "extensions.leave_out", f'has "{name}", which is needed by {", ".join(users)}; leave these out too'


def _contains(folder: str, url: str) -> bool:
    return f"{url}/".startswith(f"{folder}/")


def _read(path: Path) -> dict[str, object]:
    # A pipe might never end.
    refuse(unreadable_files(path, path.name))
    try:
        # Some editors write a byte order mark.
        values: dict[str, object] = shallow(tomllib.loads(path.read_text("utf-8-sig")))
    except FileNotFoundError:
        raise InputError(
            [Problem(path.name, "", "does not exist")],
            "Run the command in the folder of the file, or pass its path with --config.",
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError([Problem(path.name, "", f"is not TOML in UTF-8, with texts in quotes: {error}")]) from None
    except (RecursionError, ValueError):
        raise InputError([Problem(path.name, "", "is nested too deeply; write plain lists and tables")]) from None
    return values


def refuse_unknown_codes(config: Config, known: Collection[str], file: str) -> None:
    """Raise ``InputError`` with every cca2 code of the config that is not in *known*; *file* is the config's name.

    On a site that has chosen its countries, the caller of a preview may be in a country that is left out.
    """
    codes = {"current.fallback": config.current.fallback}
    if not config.dataset.countries:
        codes["preview.country"] = config.preview.country
    refuse(
        Problem(
            file,
            where,
            f'"{code}" is not the cca2 code of a country in the dataset; use another, or leave it empty',
        )
        for where, code in codes.items()
        if code and code not in known
    )


def invalid_values(values: Mapping[str, object], model: type[Config] = Config) -> dict[Place, str]:
    """Return the place of each invalid value in *values*, and what is allowed there by the *model*."""
    try:
        model.model_validate(values)
    except ValidationError as error:
        # A value that may have two types has an error for each type, at the same place.
        return dict(_place_and_allowed(item["loc"], model) for item in error.errors())
    return {}


def _place_and_allowed(location: Place, model: type[Config]) -> tuple[Place, str]:
    """Return the place of an error, without the types that pydantic adds to it, and what is allowed there."""
    section: type[BaseModel] = model
    for depth, name in enumerate(location, 1):
        if section is OwnField and depth == 2:
            if location[-1] == "[key]" or not isinstance(name, str):
                return location[:2], "must be a name of letters and digits that begins with a small letter"
            continue
        key = section.model_fields.get(str(name))
        if key is None:
            return location[:depth], f"is not a known key; the keys here are {', '.join(section.model_fields)}"
        if key.description:
            items = [part for part in location[depth : depth + 1] if isinstance(part, int)]
            return (*location[:depth], *items), key.description
        section = OwnField if name == "fields" else key.default.__class__
    return location, f"must be a table with {', '.join(section.model_fields)}"


def _found(values: Any, place: Place) -> str:
    """Say what is wrong at *place*: the value is invalid or missing."""
    *above, last = place
    for part in above:
        values = values[part]
    if isinstance(values, dict) and last not in values:
        return "is missing"
    return "is invalid" if isinstance(values[last], dict) else f"{values[last]!r} is invalid"
