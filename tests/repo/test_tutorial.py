"""The tutorial is done as a reader would do it: its files are written, its commands called, its output compared."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from terminal import call

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs" / "tutorials").glob("*.md"))
_FENCE = re.compile(r"```(?P<kind>hoyle|console) ?(?P<file>[\w./-]*)\n(?P<text>.*?)```", re.DOTALL)
_DECLARATIONS = re.compile(r"(?m)^(?=\S)")


def _name(declaration: str) -> str:
    """What a declaration declares: its first line up to what it says of it."""
    return re.split(r"[:=(]", declaration.partition("\n")[0])[0].split('"')[0].strip()


def _edited(before: str, listing: str) -> str:
    """The file after the listing was put into it: what it repeats takes the place of what was there."""
    parts = {_name(part): part for part in _DECLARATIONS.split(before) if part.strip()}
    parts |= {_name(part): part for part in _DECLARATIONS.split(listing) if part.strip()}
    return "\n".join(part.rstrip("\n") + "\n" for part in parts.values())


def _matches(shown: str, said: str) -> bool:
    """Is this what the page shows? A line or a rest of a line that is `…` stands for anything."""
    lines = [".*\n?" if line == "…" else re.escape(line).replace("…", "[^\n]*") + "\n" for line in shown.splitlines()]
    return re.fullmatch("(?s:" + "".join(line.replace(".*\n?", "(?:.*\n)?") for line in lines) + ")", said) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_tutorial_says_is_so(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for fence in _FENCE.finditer(page.read_text("utf-8")):
        if fence["kind"] == "hoyle":
            file = tmp_path / fence["file"]
            file.write_text(_edited(file.read_text("utf-8") if file.exists() else "", fence["text"]), "utf-8")
            continue
        for command in filter(None, re.split(r"(?m)^\$ hoyle ", fence["text"])):
            line, _, shown = command.partition("\n")
            said = call(*shlex.split(line), home=tmp_path)
            assert _matches(shown, said.out), f"hoyle {line}\n{said.transcript}"
            commands += 1
    assert commands > 5
    assert len((tmp_path / "volcano.hoyle").read_text("utf-8").partition("example")[0].splitlines()) <= 35
