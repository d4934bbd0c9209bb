"""`hoyle diff`: what a variant changes, at the command line."""

from __future__ import annotations

import json

import pytest

from terminal import call


def test_a_variant_is_told_part_by_part() -> None:
    said = call("diff", "kumata", "--variant", "alliance")
    assert (said.status, said.err) == (0, "")
    heads = [line.split("  (")[0] for line in said.out.splitlines() if line.startswith("Alliance")]
    assert heads == [
        "Alliance replaces `players` §KU-10.2",
        "Alliance adds `teams` §KU-A17",
        "Alliance replaces `winner` §KU-10.2 §KU-A17",
    ]
    assert '    - players 2 to 4  "Each seat is one player and one clan."  §KU-1.2\n' in said.out


def test_examples_and_promises_are_told_if_asked_for() -> None:
    plain = call("diff", "kumata", "--variant", "house rules").out
    said = call("diff", "kumata", "--variant", "house rules", "--examples").out
    assert "promise" not in plain and "example" not in plain
    assert "HouseRules removes promise `two_below`" in said
    assert "    - always two_below after lay_domino(d, a, b): old(a.level == b.level and\n" in said


def test_a_variant_by_its_own_file_and_several_at_once() -> None:
    told = call("diff", "games/kumata/kumata-maze.hoyle", "--variant", "alliance", "--format", "json")
    assert told.status == 0
    data = json.loads(told.out)
    assert [d["variant"] for d in data] == sorted((d["variant"] for d in data), reverse=True)
    assert {d["variant"] for d in data} == {"Maze", "Alliance"}
    site = next(d for d in data if d["name"] == "Site")
    assert (site["how"], site["kind"], site["new"].split("  ")[0]) == (
        "replaced",
        "type",
        "type Site: grid(-8..8, -8..8)",
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["kumata"], "Name a variant of Kumata (--variant). It has: Alliance, HouseRules, Maze."),
        (["kumata", "--variant", "mase"], "Kumata has no variant called mase. Did you mean Maze?"),
        (["nim", "--variant", "games/kumata/kumata-maze.hoyle"], "variant of another game"),
        (["nothing"], "There is no game called nothing."),
    ],
)
def test_diff_used_wrongly(arguments: list[str], says: str) -> None:
    said = call("diff", *arguments)
    assert said.status in (1, 2)
    assert says in said.err
    assert "Traceback" not in said.err
