"""The script of a host that copies the files of a deployment to a folder."""

import subprocess
from pathlib import Path

import pytest


@pytest.mark.parametrize("host", ["aws", "cloudflare", "netlify", "vercel"])
def test_folder_with_another_deployment_is_rejected_and_unchanged(host: str, site: Path, tmp_path: Path) -> None:
    staged = tmp_path / "staged"
    staged.mkdir()
    (staged / "old.json").write_text("of another build")
    script = site / "hosts" / host / "stage.sh"
    ran = subprocess.run(["sh", script, staged], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert f"{staged} is there already; remove it" in ran.stderr
    assert [path.name for path in staged.iterdir()] == ["old.json"]
