"""A refresh writes only a dataset that a build accepts and whose facts do not look wrong."""

import json

import pytest

from builder.inputs.errors import InputError
from builder.project.build_request import BuildRequest
from refresh.dataset import refuse_unsound


def generated(request: BuildRequest) -> dict[str, str]:
    """Read the files of the dataset that a refresh writes."""
    patterns = ("countries/*.json", "holidays/*.json", "flags/*.svg", "notices/*.txt")
    paths = [path for pattern in patterns for path in request.data.glob(pattern)]
    return {path.relative_to(request.data).as_posix(): path.read_text("utf-8") for path in paths}


def test_dataset_that_a_build_accepts_is_accepted(small: BuildRequest) -> None:
    refuse_unsound(small, generated(small))


@pytest.mark.parametrize(
    ("name", "value", "refused"),
    [
        ("aliases/regions.json", {"Europe": ["\u00d6ceania"]}, "already finds"),
        ("reference/regions.json", {"Europe": []}, "allowed are Europe"),
        ("notice.json", {}, "is required but missing"),
    ],
)
def test_dataset_with_a_fault_is_refused_and_not_written(
    small: BuildRequest, name: str, value: dict[str, object], refused: str
) -> None:
    before = (small.data / name).read_bytes()
    with pytest.raises(InputError, match=refused):
        refuse_unsound(small, generated(small) | {name: json.dumps(value, ensure_ascii=False)})
    assert (small.data / name).read_bytes() == before


def test_fact_that_looks_wrong_is_refused(small: BuildRequest) -> None:
    files = generated(small)
    germany = json.loads(files["countries/de.json"])
    germany["flags"]["alt"] = "Three stripes"
    with pytest.raises(InputError, match=r"countries/de\.json: flags\.alt: must be a sentence"):
        refuse_unsound(small, files | {"countries/de.json": json.dumps(germany, ensure_ascii=False)})
