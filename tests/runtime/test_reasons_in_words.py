"""Why a move is refused, for people who are no programmers: names of fields and parameters, never their code."""

from pathlib import Path

from hoyle.runtime import load
from hoyle.runtime.cli.telling import told_reason
from hoyle.runtime.state import State

RULES = """
game Few "Few"

players 2

table Place:
    place | value
    here  | 1
    there | 2

each Player has:
    supply: 0..20 = 2       "No meerkat is left in the supply."
    out[Place]: 0..20 = 0
    shut: bag of 1..6 = {1, 1, 4}

play:
    players take turns: must settle

action settle(n: 1..3, p: Place):       "Place {n} on {p}"
    require open: you.out[p] + n < 3 and 5 not in you.shut and n * 2 != 2       "Not there."
    move n from you.supply to you.out[p]
"""
WORDS = """
words ja of Few

Place = "場所"
Place.here = "こちら"
Player.out = "外"
Player.shut = "閉じた目"
Player.supply = "手元"
"""


def refused(folder: Path, move: str, language: str) -> list[str]:
    path = folder / "few.hoyle"
    path.write_text(RULES, "utf-8")
    (folder / "few-ja.hoyle").write_text(WORDS, "utf-8")
    state: State = load(path).new()
    return [told_reason(reason, language) for reason in state.explain(move, language)]


def test_what_a_requirement_read_is_told_by_the_names_that_people_know(tmp_path: Path) -> None:
    assert refused(tmp_path, "settle(1, here)", "en") == ["Not there. (Out: 0, Number: 1, Shut: 1, 1, 4)"]
    assert refused(tmp_path, "settle(1, here)", "ja") == ["Not there. (外: 0、数: 1、閉じた目: 1、1、4)"]


def test_what_is_there_but_too_little_is_told_with_what_is_left(tmp_path: Path) -> None:
    assert refused(tmp_path, "settle(3, here)", "en")[1:] == ["Only 2 left: Supply. (Number: 3)"]
    assert refused(tmp_path, "settle(3, here)", "ja")[1:] == ["残りは2だけです: 手元 (数: 3)"]
