"""The helpers that write files of hosts."""

from dataclasses import replace
from pathlib import Path

import pytest

from builder.hosts.shared.deployment import Deployment, quoted_for_nginx, renderer
from tests.support.trees import write_files


def test_value_from_the_dataset_cannot_end_a_quoted_value_of_nginx() -> None:
    assert quoted_for_nginx('a"b\\c$d') == '"a\\"b\\\\c${dollar}d"'
    with pytest.raises(ValueError, match="control character"):
        quoted_for_nginx("a\nb")


def test_file_of_the_project_replaces_only_the_file_of_a_host_with_the_same_name(
    deployment: Deployment, tmp_path: Path
) -> None:
    folder = "hosts/github_pages/templates"
    write_files(tmp_path, {f"{folder}/deploy.sh": "mine {{ x }}", f"{folder}/README.md.j2": "at {{ config.base_url }}"})
    shipped = renderer(deployment, "github-pages")
    own = renderer(replace(deployment, templates=tmp_path), "github-pages")
    assert own("deploy.sh").make() == b"mine {{ x }}"
    assert own("README.md").make().decode() == f"at {deployment.site.config.base_url}"
    assert own("pages.yml").make() == shipped("pages.yml").make()
