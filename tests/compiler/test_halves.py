"""Numbers with halves are exact, compared and ranked, and never stored (docs/decisions, "Halves").

What they are worth is in good/halves.hoyle; here is where they cannot stand.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from agreement import lowered
from hoyle.dsl.diagnostics import DiagnosticError

GAME = """game Halves "Halves"

players 2

game has:
    n: 0..9 = 0

each Player has:
    k: 0..9 = 0

define half = 0.5
define f(x: 0..9) = x

play:
    {stmt}

scoring:
    points: {points}
"""


def codes(path: Path, stmt: str = "n = 1", points: str = "1") -> list[str]:
    file = path / "game.hoyle"
    file.write_text(GAME.format(stmt=stmt, points=points), encoding="utf-8")
    try:
        lowered(file)
    except DiagnosticError as error:
        return [d.code for d in error.diagnostics]
    return []


def test_what_is_whole_can_be_kept(tmp_path: Path) -> None:
    assert codes(tmp_path) == []


@pytest.mark.parametrize(
    "stmt",
    [
        "let x = half",
        "n = half",
        "n += half",
        "n = n - half",
        "n = f(half)",
        "n = max(half, 1)",
        "repeat half times: n += 1",
        "award [half] to [player_1] as k",
    ],
)
def test_halves_are_not_kept(tmp_path: Path, stmt: str) -> None:
    assert codes(tmp_path, stmt) == ["E0301"]


def test_points_are_whole(tmp_path: Path) -> None:
    assert codes(tmp_path, points="2 * half") == ["E0301"]


@pytest.mark.parametrize(
    "test", ["half // 2 == 0", "half % 2 == 0", "half * half == 0", "half in {1, 2}", "half in 0..1", "{half} == {}"]
)
def test_halves_are_not_split_nor_members_of_sets(tmp_path: Path, test: str) -> None:
    assert codes(tmp_path, f"if {test}: end game") == ["E0302"]


def test_other_fractions_are_no_numbers(tmp_path: Path) -> None:
    assert codes(tmp_path, "if n > 2.25: end game") == ["E0101"]
