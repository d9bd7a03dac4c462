"""A separate host for the flags."""

from pathlib import Path

from builder.api.types import Asset, File
from builder.hosts.shared.flag_host import code_spellings, flag_manifest
from builder.javascript.manifest import Manifest
from tests.support.project import exported


def manifest_of(site: Path) -> Manifest:
    return exported({"generated/manifest.js": (site / "edge/generated/manifest.js").read_text("utf-8")})


def test_flag_manifest_has_only_redirects_and_images_below_its_root(site: Path) -> None:
    image = Asset("/flags/svg/de.svg", File.of("public/flags/svg/de.svg", b"<svg/>"), "svg", "image")
    manifest = flag_manifest(manifest_of(site), [image, image._replace(address="/docs/assets/card.svg")])
    assert {route["kind"] for route in manifest["routes"]} == {"flag"}
    assert [*manifest["assets"]] == ["/svg/de.svg"]
    assert "file" not in manifest["assets"]["/svg/de.svg"]
    assert manifest["listings"] == []


def test_numeric_codes_are_also_spelled_without_leading_zeros(site: Path) -> None:
    spellings = dict(code_spellings(manifest_of(site)))
    assert {code: spellings[code] for code in ("de", "deu", "276", "008", "08", "8")} == {
        "de": "de",
        "deu": "de",
        "276": "de",
        "008": "al",
        "08": "al",
        "8": "al",
    }
