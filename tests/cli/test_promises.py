"""`hoyle simulate --promises`: what rules promise is watched in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from terminal import call

HEAP = """game Heap "Heap"

players 2

game has:
    sticks: 0..9 = 9

play:
    players take turns until sticks == 0: must take

action take(n: 1..2):
    move n from sticks to nowhere

game has:
    nowhere: 0..9 = 0

always nine: sticks + nowhere == 9
always four_at_least: sticks > 3
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_simulate_stops_at_a_broken_promise(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "heap.hoyle").write_text(HEAP, "utf-8")
    arguments = ("simulate", str(tmp_path / "heap.hoyle"), "-n", "3", "--seed", "7", "--jobs", jobs)
    assert call(*arguments).status == 0
    said = call(*arguments, "--promises")
    assert said.status == 1
    assert "The promise four_at_least is broken in game 1 of seed 7" in said.err
    (tmp_path / "heap.hoyle").write_text(HEAP.replace("sticks > 3", "sticks >= 0"), "utf-8")
    assert call(*arguments, "--promises").status == 0
