from pathlib import Path
from typing import Any

import pytest

from refresh.audit.tables.names import names
from refresh.package_archive import Archive
from tests.support.refresh.packages import tarball

ROWS = [
    {"language": "en", "cca2": "CZ", "name": "Czechia"},
    {"language": "en", "cca2": "US", "name": "United States"},
    {"language": "zh-Hans", "cca2": "CZ", "name": "捷克"},
    {"language": "chr", "cca2": "CZ", "name": "ᏤᎩᎠ"},
]


@pytest.mark.parametrize(
    ("english", "chinese", "expected"),
    [
        ({"CZ": ["Czech Republic", "Czechia"]}, {"CZ": "捷克"}, []),
        # Another spelling, and a code that is not one of the dataset.
        ({"CZ": "Tchechia", "AN": "Netherlands Antilles"}, {"CZ": "捷克共和国"}, []),
        ({"CZ": "Austria"}, {"CZ": "中国"}, [("CZ", "en Czechia; zh-Hans 捷克", "en Austria; zh-Hans 中国")]),
        ({"US": ["Utah", "Texas"]}, {}, [("US", "en United States", "en Utah or Texas")]),
    ],
)
def test_another_name_is_a_difference_and_another_spelling_is_none(
    tmp_path: Path, english: Any, chinese: Any, expected: list[tuple[str, str, str]]
) -> None:
    files = {"langs/en.json": {"countries": english}, "langs/zh.json": {"countries": chinese}}
    compared = [*names(ROWS, Archive(tarball(tmp_path / "names.tgz", files)))]
    assert [(code, ours, theirs) for _, code, ours, theirs, agrees in compared if not agrees] == expected
    assert [code for _, code, *_ in compared] == ["CZ", "US"]
