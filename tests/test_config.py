"""Reading the configuration."""

from pathlib import Path

import pytest

from builder.config import Config, load_config
from builder.problems import InputError
from tests.project import ROOT


def read(tmp_path: Path, text: str, **more: dict[str, str]) -> Config:
    path = tmp_path / "site_config.toml"
    path.write_text(text)
    return load_config(path, **more)


def test_one_origin_is_the_default(tmp_path: Path) -> None:
    config = read(tmp_path, "")
    assert (config.base_url, config.cdn, config.docs) == (
        "http://127.0.0.1:8000",
        "http://127.0.0.1:8000/flags",
        "http://127.0.0.1:8000/docs",
    )


def test_the_shipped_file_spells_the_defaults() -> None:
    assert load_config(ROOT / "site_config.toml") == Config()


def test_what_is_given_wins_over_the_file(tmp_path: Path) -> None:
    text = 'base_url = "https://file.example"\ndocs_url = "https://file.example/d/"'
    config = read(tmp_path, text, overrides={"base_url": "https://given.example/"})
    assert (config.base_url, config.cdn, config.docs) == (
        "https://given.example",
        "https://given.example/flags",
        "https://file.example/d",
    )


def test_an_empty_override_leaves_the_default(tmp_path: Path) -> None:
    config = read(tmp_path, 'cdn_url = "https://file.example/f"', overrides={"cdn_url": "", "docs_url": ""})
    assert (config.cdn, config.docs) == ("http://127.0.0.1:8000/flags", "http://127.0.0.1:8000/docs")


def test_sizes_are_all_or_those_listed(tmp_path: Path) -> None:
    assert Config().pages.country_sizes == tuple(range(1, 26))
    assert Config().pages.catalog_sizes == tuple(range(1, 101))
    pages = read(tmp_path, "[pages]\nlimits = [1, 5, 50]").pages
    assert (pages.country_sizes, pages.catalog_sizes) == ((1, 5), (1, 5, 50))


def test_every_offender_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        read(tmp_path, 'base_url = "http://a.example/v1"\nzone = 1\n[pages]\nlimits = [0, 101]\noffsets = "some"')
    assert [problem.where for problem in refused.value.problems] == [
        "base_url",
        "pages.limits",
        "pages.offsets",
        "zone",
    ]
    assert "without a path" in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.toml: there is no such file"):
        load_config(tmp_path / "none.toml")


def test_compressed_copies_without_nginx_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused:
        read(tmp_path, '[hosts]\nnames = ["node"]\nprecompressed = true')
    assert [problem.where for problem in refused.value.problems] == ["hosts.precompressed"]
    assert 'add "nginx" to names' in str(refused.value)
