"""Entity tags: a changed answer has another tag than before, and different answers have different tags."""

from builder.build import build
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.project import edit_json
from tests.support.serving import Service
from tests.support.small_project import without_bouvet_island
from tests.support.vectors import Reply, load_vectors

TARGETS = sorted({vector.target for vector in load_vectors() if vector.method == "GET"})


def replies(request: BuildRequest) -> dict[str, Reply]:
    """Answer every target of the vectors that has an entity tag, from the built site."""
    service = sites.opened(request.output)
    answered = {target: service.get(target, country="DE") for target in TARGETS}
    return {target: reply for target, reply in answered.items() if reply.header("ETag")}


def test_changed_answer_has_another_tag(small_copy: BuildRequest) -> None:
    """Change a value, a holiday, the notice and the URL of flags, and remove a country."""
    before = replies(small_copy)
    data = small_copy.data
    edit_json(data / "countries/de.json", lambda value: value.update(area=value["area"] + 1))
    edit_json(data / "holidays/fr.json", lambda value: value["items"][0].update(name="Another day"))
    without_bouvet_island(small_copy)
    edit_json(data / "notice.json", lambda value: value.update(level="info", title="T", message="M"))
    config = small_copy.config.read_text("utf-8")
    small_copy.config.write_text(f'cdn_url = "https://flags.example"\n{config}', "utf-8")
    build(small_copy, Tree(small_copy.output))
    after = replies(small_copy)
    both = before.keys() & after.keys()
    assert len(both) > 500
    changed = {target for target in both if shown(before[target]) != shown(after[target])}
    same = {target for target in both if before[target].header("ETag") == after[target].header("ETag")}
    assert {"/v1/alpha/de", "/v1/notice"} <= changed
    assert changed & same == set()


def shown(reply: Reply) -> tuple[bytes, str | None, str | None]:
    """Return the parts of an answer that a client stores."""
    return reply.body, reply.header("Link"), reply.header("X-Total-Count")


def test_different_answers_have_different_tags(service: Service) -> None:
    tags: dict[str, set[bytes]] = {}
    for target in TARGETS:
        reply = service.get(target, country="DE")
        if (tag := reply.header("ETag")) and reply.status == 200:
            tags.setdefault(tag, set()).add(reply.body)
    assert [tag for tag, bodies in tags.items() if len(bodies) > 1] == []
