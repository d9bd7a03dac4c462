"""Sample calls of routes."""

from builder.documents.reference import make_references
from builder.documents.samples import samples_of
from builder.project.templating import open_templates
from tests.support.project import ROOT
from tests.support.values import INTERFACE


def test_samples_call_the_example_in_each_language() -> None:
    jinja = open_templates(ROOT / "templates")
    for page in make_references(INTERFACE.routes):
        samples = samples_of(jinja, page, page.example, "https://api.example.org")
        assert list(samples) == ["sh", "js", "python", "ts"], page.name
        for code in samples.values():
            assert "https://api.example.org/" in code, page.name
