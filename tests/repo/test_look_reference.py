"""Every example of the page on looks is drawn: what the page shows is what a terminal shows."""

from __future__ import annotations

import re
from pathlib import Path

from golden import Golden
from hoyle.dsl.parser import parse
from hoyle.dsl.printer import format as laid_out
from hoyle.runtime.cli.columns import table
from hoyle.runtime.cli.drawing import draw
from hoyle.runtime.cli.panel import picture
from hoyle.runtime.loader import load
from hoyle.runtime.look.shapes import COLOURS, SHAPES
from hoyle.runtime.look.sheet import Terminal
from hoyle.runtime.views import observation

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "look.md"
_FENCE = re.compile(r"```hoyle *(?P<kind>\w*)\n(?P<text>.*?)```", re.DOTALL)
_DRAWN = re.compile(r"```hoyle\n(?P<look>.*?)```\n\n```text\n.*?```", re.DOTALL)
FENCES = [(f["kind"], f["text"]) for f in _FENCE.finditer(PAGE.read_text("utf-8"))]
GAME = next(text for kind, text in FENCES if kind == "file")
WORDS = next(text for kind, text in FENCES if kind == "words")


def _drawn(folder: Path, look: str, language: str = "en") -> str:
    """What the first player sees at the beginning."""
    (folder / "harbour.hoyle").write_text(GAME, "utf-8")
    (folder / "harbour-look.hoyle").write_text(f"look of Harbour\n\n{look}", "utf-8")
    if language != "en":
        (folder / "harbour-ja.hoyle").write_text(WORDS, "utf-8")
    state = load(folder / "harbour.hoyle").new()
    terminal = Terminal(80, colour=False)
    if "aside" in look:  # is about little room
        lines = picture(state.position, 0, language, terminal=terminal, scores=False, room=7)
    elif "leave out" in look:  # is about what is told besides
        lines = picture(state.position, 0, language, terminal=terminal)
    else:
        drawn = draw(state.position, observation(state.position, 0), language, terminal)
        assert drawn is not None
        rows = [["", *drawn.players], *([row[0], *(f"  {cell}" for cell in row[1:])] for row in drawn.rows)]
        parts = [*drawn.parts, table(rows) if drawn.rows else []]
        lines = [line for part in parts if part for line in ["", *part]][1:]
    return "\n".join(line.rstrip() for line in lines)


def test_what_the_page_shows_is_so(golden: Golden, tmp_path: Path) -> None:
    def again(found: re.Match[str]) -> str:
        return f"```hoyle\n{found['look']}```\n\n```text\n{_drawn(tmp_path, found['look'])}\n```"

    text = _DRAWN.sub(again, PAGE.read_text("utf-8"))
    for what, names in (("shapes", SHAPES), ("colours", COLOURS)):
        text = re.sub(rf"The {what} are .*?\.(?=\s)", f"The {what} are {', '.join(names)}.", text)
    golden.check(PAGE, text)


def test_what_the_page_shows_is_laid_out() -> None:
    looks = [text for kind, text in FENCES if kind == ""]
    assert looks
    for text in looks:
        assert parse(laid_out(f"look of Harbour\n\n{text}"), "page") == parse(f"look of Harbour\n\n{text}", "page")


def test_the_words_of_the_page_are_shown(tmp_path: Path) -> None:
    look = "board bay for b in Bay:\n    mark crates: b.crates as cube\n"
    assert "木箱" in _drawn(tmp_path, look, "ja")
