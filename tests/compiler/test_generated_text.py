"""The Python that small games are compiled to, recorded, so that every change of it is seen and read."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden import Golden
from hoyle.compiler.driver import compile_game
from hoyle.runtime.loader import find
from hoyle.runtime.rulefiles import gather

HERE = Path(__file__).parent
FILES = [find("nim"), find("tic-tac-toe"), HERE / "good" / "sentences.hoyle"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_generated_text_is_as_recorded(path: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)  # texts name their rule file as seen from here
    golden.check(HERE / "expected" / f"{path.stem}.py.txt", compile_game(gather(path)).source)
