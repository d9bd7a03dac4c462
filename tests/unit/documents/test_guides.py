"""The list of guides."""

from builder.documents import DocumentData
from builder.documents.guides import list_guides
from builder.project.host_declarations import HOSTS, folder_of_host


def test_every_host_has_a_guide(data: DocumentData) -> None:
    of_hosts = {page.name for page in list_guides(data) if page.source.startswith("hosts/")}
    assert {f"hosting-{name}" for name in HOSTS} == of_hosts
    assert [name for name in HOSTS if not (folder_of_host(name) / "page.md").is_file()] == []
