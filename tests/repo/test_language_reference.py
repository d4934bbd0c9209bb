"""Every example of the language reference is run: what the page shows is what the language does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.runtime.examples import run_examples
from hoyle.runtime.loader import load

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "language.md"
_FENCE = re.compile(r"```hoyle *(?P<kind>\w*)\n(?P<text>.*?)```", re.DOTALL)
FENCES = [(f["kind"], f["text"]) for f in _FENCE.finditer(PAGE.read_text("utf-8"))]
GAME = next(text for kind, text in FENCES if kind == "file")
ADDITIONS = [text for kind, text in FENCES if kind == ""]
WORDS = [text for kind, text in FENCES if kind == "words"]


def _named(text: str) -> str:
    """The name of the first example in a snippet, for the test's id."""
    found = re.search(r"example (\w+)", text)
    return found[1] if found else "words"


def _run(folder: Path, rules: str, words: str | None = None) -> int:
    path = folder / "stall.hoyle"
    path.write_text(rules, "utf-8")
    if words is not None:
        (folder / "stall-ja.hoyle").write_text(words, "utf-8")
    results = 0
    for binding in (
        load(path, debug=True),
        load(path, options={"fast": True}, debug=True) if "fast" in rules else None,
    ):
        if binding is not None:
            outcomes = list(run_examples(binding))
            assert [o for o in outcomes if not o.passed] == []
            results += len(outcomes)
    return results


def test_the_whole_game_is_played_and_its_example_passes(tmp_path: Path) -> None:
    assert _run(tmp_path, GAME) == 1


@pytest.mark.parametrize("text", ADDITIONS, ids=_named)
def test_what_the_reference_shows_is_so(text: str, tmp_path: Path) -> None:
    assert _run(tmp_path, f"{GAME}\n{text}") >= 2


@pytest.mark.parametrize("text", WORDS, ids=_named)
def test_words_of_the_reference_name_what_is_there(text: str, tmp_path: Path) -> None:
    assert _run(tmp_path, GAME, text) == 1


def test_the_reference_is_no_longer_than_twelve_pages() -> None:
    assert len(PAGE.read_text("utf-8").splitlines()) <= 12 * 45
