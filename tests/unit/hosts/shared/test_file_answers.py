"""The answers from files, compared with the answers of the core to the same addresses; and folders of images."""

from builder.api.response_headers import LINK
from builder.api.types import Entry
from builder.hosts.shared.deployment import Deployment
from builder.hosts.shared.file_answers import PATH, image_folders
from builder.javascript.core_calls import core_request, open_in_memory


def test_answers_from_files_equal_those_of_the_core(deployment: Deployment) -> None:
    answers = deployment.file_answers
    core = open_in_memory(deployment.site.core, deployment.manifest, deployment.site.dataset.records)
    common = {name for name, _ in deployment.manifest["headers"]["common"]}
    for address, sent in answers.items():
        result = core.answer(core_request(address))
        assert result.get("file"), address
        headers = [(name, value) for name, value in result["headers"] if name not in common]
        received = [(name, value.replace(PATH, address) if name == LINK.name else value) for name, value in sent]
        assert received == headers, address


def test_every_default_answer_has_a_file(deployment: Deployment) -> None:
    answers = deployment.file_answers
    assert {address for row in deployment.site.answers if row.file for address in row.addresses} <= answers.keys()
    assert {"/v1", "/v1/alpha/de", "/v1/countries/alpha/276", "/v1/name/united%20kingdom"} <= answers.keys()


def image(address: str, *headers: tuple[str, str], cache: str = "image") -> Entry:
    return Entry(address, f"public{address}", bytes, "png", cache, headers)


def test_folder_of_images_has_their_headers() -> None:
    images = [image("/a/b/c.png", ("X", "1")), image("/a/b/d.png", ("X", "1")), image("/a/e.png", cache="ok")]
    ((folder, headers),) = image_folders(images, "revision").items()
    assert folder == "/a/b"
    assert {("Content-Type", "image/png"), ("X", "1")} < {*headers}
