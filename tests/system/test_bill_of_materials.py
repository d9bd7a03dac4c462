"""The bill of materials names what a build uses, ships and is deployed with; an audit tells what it did not look up."""

import json
import re
from pathlib import Path

import pytest

from scripts.audit import summarize
from scripts.sbom import main, make_bom
from tests.support.project import ROOT


def test_bill_of_materials_keeps_to_its_schema_and_is_the_same_each_time(tmp_path: Path) -> None:
    # Takes two seconds to load, which every test process would wait for.
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    for name in ("one", "two"):
        main(tmp_path / name / "bom.json")
    text = (tmp_path / "one/bom.json").read_text("utf-8")
    assert text == (tmp_path / "two/bom.json").read_text("utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text.replace('"type": "data"', '"type": "date"'))


def test_bill_of_materials_names_packages_data_and_tools_with_their_licences() -> None:
    components = {component["bom-ref"]: component for component in make_bom()["components"]}
    locked = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)
    sources = json.loads((ROOT / "data/sources.json").read_bytes())["sources"]
    tools = {"wrangler", "netlify-cli", "vercel", "esbuild"}
    assert {f"pkg:pypi/{name}@{version}" for name, version in locked} <= {*components}
    assert {f"data:{source['id']}" for source in sources} <= {*components}
    assert tools <= {component["name"] for component in components.values() if component.get("scope") == "excluded"}
    unlicensed = [name for name, component in components.items() if "licenses" not in component]
    # A few npm packages say nothing about their licence.
    assert [name for name in unlicensed if not name.startswith("pkg:npm/")] == []
    assert len(unlicensed) < 20


def test_release_has_the_bill_of_materials() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text("utf-8")
    assert "make sbom" in text
    assert "cp build/sbom/*.json release/" in text


@pytest.mark.parametrize(
    ("found", "code", "said"),
    [
        ({"a": [], "b": []}, 0, "0 advisories in 2 of 2 lock files\n"),
        ({"a": ["x 1.0: CVE"], "b": ["x 1.0: CVE"]}, 1, "x 1.0: CVE\n1 advisories in 2 of 2 lock files\n"),
        ({"a": [], "b": None}, 2, "0 advisories in 1 of 2 lock files; nothing answered for the others\n"),
        ({"a": None, "b": ["x 1.0: CVE"]}, 1, "x 1.0: CVE\n1 advisories in 1 of 2 lock files; nothing"),
    ],
)
def test_audit_fails_where_nothing_was_audited(
    found: dict[str, list[str] | None], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert summarize({Path(name): listed for name, listed in found.items()}) == code
    assert capsys.readouterr().out.startswith(said)
