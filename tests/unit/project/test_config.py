"""Reading the configuration."""

import re
from pathlib import Path

import pytest

from builder.api.own_fields import OwnField
from builder.extensions import load_extensions
from builder.inputs.errors import InputError
from builder.project.config import Config, Identity, load_config
from tests.support.cases import load_cases
from tests.support.project import DATASETS

CASES = load_cases("config")


def read(tmp_path: Path, text: str, overrides: dict[str, str] | None = None) -> Config:
    path = tmp_path / "site_config.toml"
    path.write_text(text)
    return load_config(path, overrides)


DEFAULTS = ("http://127.0.0.1:8000", "http://127.0.0.1:8000/flags", "http://127.0.0.1:8000/docs")


@pytest.mark.parametrize(
    ("text", "overrides", "urls"),
    [
        ("", {}, DEFAULTS),
        (
            'base_url = "https://file.example"\ndocs_url = "https://file.example/d/"',
            {"base_url": "https://option.example/"},
            ("https://option.example", "https://option.example/flags", "https://file.example/d"),
        ),
        (
            'cdn_url = "https://file.example/f"',
            {"cdn_url": "", "docs_url": ""},
            DEFAULTS,
        ),
    ],
    ids=["default to one origin", "are overridden by options and variables", "return to the defaults by empty ones"],
)
def test_urls(tmp_path: Path, text: str, overrides: dict[str, str], urls: tuple[str, ...]) -> None:
    config = read(tmp_path, text, overrides)
    assert (config.base_url, config.cdn, config.docs) == urls


def test_shipped_file_has_the_defaults() -> None:
    assert load_config(DATASETS / "world" / "site_config.toml").model_dump() == Config().model_dump()


def test_sizes_are_all_or_the_listed_ones(tmp_path: Path) -> None:
    assert Config().pages.sizes() == tuple(range(1, 26))
    assert read(tmp_path, "[pages]\nlimits = [1, 5, 25]").pages.sizes() == (1, 5, 25)


def test_every_invalid_value_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        read(tmp_path, 'base_url = "http://a.example/v1"\nzone = 1\n[pages]\nlimits = [0, 101]')
    assert [problem.where for problem in refused.value.problems] == [
        "base_url",
        "pages.limits",
        "zone",
    ]
    assert "without a path" in str(refused.value)


@pytest.mark.parametrize(("text", "where", "allowed"), CASES["invalid"])
def test_error_describes_the_allowed_values(tmp_path: Path, text: str, where: str, allowed: str) -> None:
    with pytest.raises(InputError) as refused:
        read(tmp_path, text)
    (problem,) = refused.value.problems
    assert (problem.file, problem.where) == ("site_config.toml", where)
    assert allowed in problem.message
    assert not re.search(r"[\[\^]|pattern|input|value error", problem.message.partition(": ")[2])


API = "https://api.example"


@pytest.mark.parametrize(("cdn", "docs", "expected"), CASES["addresses"])
def test_addresses_with_other_files_or_without_a_host_are_named(
    tmp_path: Path, cdn: str | None, docs: str | None, expected: dict[str, str]
) -> None:
    urls = {"base_url": API, "cdn_url": cdn, "docs_url": docs}
    text = "\n".join(f'{key} = "{url}"' for key, url in urls.items() if url)
    if not expected:
        assert read(tmp_path, text).base_url == API
        return
    with pytest.raises(InputError) as refused:
        read(tmp_path, text)
    problems = refused.value.problems
    assert {problem.where for problem in problems} == expected.keys()
    for key, part in expected.items():
        assert any(part in problem.message for problem in problems if problem.where == key)


def test_every_key_describes_its_allowed_values(tmp_path: Path) -> None:
    shipped = load_config(DATASETS / "world" / "site_config.toml").model_dump()
    keys = [f"{key}.{inner}" if inner else key for key in shipped for inner in keys_of_section(shipped[key])]
    assert len(keys) > 10
    for key in keys:
        with pytest.raises(InputError, match=rf"toml: {re.escape(key)}: -1\.5 is invalid: must be [a-z\"]"):
            read(tmp_path, f"{key} = -1.5")


def keys_of_section(value: object) -> tuple[str, ...]:
    """Return the keys of a section, or an empty key for a value that is not a section."""
    return tuple(value) if isinstance(value, dict) else ("",)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Country Reference", "country-reference"),
        ("Möbel & <Söhne>", "mobel-sohne"),
        ("日本", "countries"),
        ("x" * 200, "x" * 100),
        # Cut between two words.
        (f"{'x' * 99} yz", "x" * 99),
    ],
)
def test_names_of_packages_follow_from_the_title(title: str, slug: str) -> None:
    assert Identity(title=title).slug == slug


def test_title_is_composed_to_nfc() -> None:
    assert Identity(title="Mo\u0308bel").title == "M\u00f6bel"


@pytest.mark.parametrize("contact", ["me@example.org", "mailto:me@example.org"])
def test_contact_is_a_link(contact: str) -> None:
    assert Identity(contact=contact).contact == "mailto:me@example.org"
    assert Identity(contact="https://example.org/@me").contact == "https://example.org/@me"


def test_byte_order_mark_of_an_editor_is_ignored(tmp_path: Path) -> None:
    assert read(tmp_path, '\ufeffbase_url = "https://a.example"').base_url == "https://a.example"


def test_config_that_is_nested_too_deeply_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"site_config\.toml: is nested too deeply"):
        read(tmp_path, f"pages = {'[' * 5000}{']' * 5000}")


def test_own_fields_are_declared_with_type_label_and_description(tmp_path: Path) -> None:
    declared = '[fields.offices]\ntype = "integer"\nlabel = "Offices"\ndescription = "Offices."\nmetric = true\n'
    assert [*read(tmp_path, declared).fields] == ["offices"]
    sound = 'type = "text"\nlabel = "One"\ndescription = "One."\n'
    empty = '[fields.offices]\ntype = "number"\nlabel = ""\ncolour = 1\n'
    wrong = f'{empty}[fields."Own-one"]\n{sound}[fields.x]\ntype = "map"\n'
    (tmp_path / "site_config.toml").write_text(wrong)
    with pytest.raises(InputError) as refused:
        load_config(tmp_path / "site_config.toml", extensions=load_extensions())
    assert [(problem.where, problem.message) for problem in refused.value.problems] == [
        ("fields.Own-one", "is invalid: must be a name of letters and digits that begins with a small letter"),
        (
            "fields.offices.colour",
            f"1 is invalid: is not a known key; the keys here are {', '.join(OwnField.model_fields)}",
        ),
        ("fields.offices.description", "is missing: must be a sentence without line breaks"),
        ("fields.offices.label", "'' is invalid: must be a text without line breaks, such as Offices"),
        ("fields.x.description", "is missing: must be a sentence without line breaks"),
        ("fields.x.label", "is missing: must be a text without line breaks, such as Offices"),
        ("fields.x.type", "'map' is invalid: must be integer, number, text, boolean or list"),
    ]


def test_metric_of_the_owner_without_numbers_or_with_the_name_of_another_is_refused(tmp_path: Path) -> None:
    field = 'type = "{}"\nlabel = "One"\ndescription = "One."\nmetric = true\n'
    text = "".join(f"[fields.{name}]\n{field.format(kind)}" for name, kind in (("gdp", "number"), ("note", "text")))
    with pytest.raises(InputError) as refused:
        read(tmp_path, text)
    assert [problem.where for problem in refused.value.problems] == ["fields.gdp", "fields.note.metric"]
