"""The sample games of the compiler's tests mean the same interpreted and generated, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agreement import generated, lowered, play
from hoyle.runtime.examples import run_examples
from hoyle.runtime.loader import load

GOOD = sorted((Path(__file__).parent / "good").glob("*.hoyle"))


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_every_pause_is_that_of_the_interpreter(path: Path) -> None:
    module = lowered(path)
    code = generated(module, path.stem)
    keys: dict[Any, Any] = {}
    assert sum(play(module, code, seed, keys) for seed in range(5)) > 0


@pytest.mark.parametrize("path", GOOD, ids=lambda p: p.stem)
def test_what_its_examples_say_is_so(path: Path) -> None:
    assert [result for result in run_examples(load(path, debug=True)) if not result.passed] == []
