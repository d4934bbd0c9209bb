"""The pictures of the documentation are what the commands told beside them make. `make pictures` makes them anew."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from golden import Golden
from terminal import call

DOCS = Path(__file__).resolve().parents[2] / "docs"
PICTURES = DOCS / "pictures"
COMMANDS = re.findall(r"^hoyle (.*)$", (PICTURES / "README.md").read_text("utf-8"), re.MULTILINE)
SHOWN = [command for command in COMMANDS if command.startswith("show")]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the games that are shown."""
    folder = tmp_path_factory.mktemp("pictures")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for command in COMMANDS:
            if command.startswith("play"):
                assert call(*shlex.split(command)).status == 0
    return folder


@pytest.mark.parametrize("command", SHOWN, ids=lambda command: command.split()[-1])
def test_a_picture_is_what_its_command_makes(
    command: str, records: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(records)
    assert call(*shlex.split(command)).status == 0
    name = command.split()[-1]
    text = (records / name).read_text("utf-8")
    ElementTree.fromstring(text)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")  # nothing is fetched from anywhere
    if golden.update:
        golden.check(PICTURES / name, text)
    is_same = text.encode("utf-8") == (PICTURES / name).read_bytes()
    assert is_same, f"{name} is not what its command makes any more: make pictures, and look at it"


def test_every_picture_is_made_and_shown() -> None:
    made = {command.split()[-1] for command in SHOWN}
    assert made == {path.name for path in PICTURES.glob("*.svg")}
    pages = [DOCS.parent / "README.md", *DOCS.rglob("*.md")]
    text = "\n".join(page.read_text("utf-8") for page in pages)
    assert all(name in text for name in made)
