"""`announce`: what everybody is told on the way, in words, without changing anything."""

import random
from pathlib import Path

import pytest

from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.runtime import load
from hoyle.runtime.state import State

RULES = """
game Luck "Luck"

players 2

type Card: ace, king

each Player has:
    hand: bag of Card = {{ace, king}}, seen by owner

game has:
    left: 0..3 = 3

play:
    players take turns until left == 0:
        roll luck: 1..6
        {announce}
        must go
        if left == 1:{silent} announce "The last turn."
    announce "Counting begins."
    end game "over"

action go:
    left -= 1
"""
WORDS = """
words ja of Luck

play.announce_1 = "{luck}の目、{you}"
"""


def rules(folder: Path, announce: str = 'announce "{you} rolls {luck}, {left} left."', silent: str = "") -> Path:
    path = folder / "luck.hoyle"
    path.write_text(
        RULES.replace("{announce}", announce).replace("{silent}", silent).replace("{{", "{").replace("}}", "}")
    )
    return path


def played(state: State) -> list[tuple[str, list[str]]]:
    """All events with what is announced, with the chances of one generator."""
    rng, found = random.Random(1), []
    while state.kind != "over":
        state.apply(state.sample_chance(rng) if state.kind == "chance" else state.legal_moves()[0])
        assert state.last_event is not None
        found.append((state.last_event.said(), state.last_event.announcements("en")))
    return found


def test_all_are_told_where_it_is_passed_with_what_holds_then(tmp_path: Path) -> None:
    assert played(load(rules(tmp_path)).new(log=True)) == [
        ("* roll(1)", ["Player 1 rolls 1, 3 left."]),
        ("player_1 go", []),
        ("* roll(6)", ["Player 2 rolls 6, 2 left."]),
        ("player_2 go", ["The last turn."]),
        ("* roll(5)", ["Player 1 rolls 5, 1 left."]),
        ("player_1 go", ["Counting begins."]),
    ]


def test_it_is_told_in_other_words_in_another_language(tmp_path: Path) -> None:
    path = rules(tmp_path)
    (tmp_path / "luck-ja.hoyle").write_text(WORDS)
    state = load(path).new(log=True)
    state.apply(state.outcomes()[3][0])
    assert state.last_event is not None
    assert state.last_event.announcements("ja") == ["4の目、プレイヤー1"]


def test_it_decides_nothing_so_the_game_is_the_same_without_it(tmp_path: Path) -> None:
    with_it = load(rules(tmp_path)).identity
    assert with_it == load(rules(tmp_path, announce='# "nothing"')).identity
    assert with_it != load(rules(tmp_path, announce="left -= 0")).identity


def test_what_somebody_does_not_see_cannot_be_announced(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as refused:
        load(rules(tmp_path, announce='announce "{count(you.hand)} of {you}, {ace in you.hand}"'))
    assert {d.code for d in refused.value.diagnostics} == {"E0409"}


def test_what_has_no_value_is_told_as_nothing(tmp_path: Path) -> None:
    state = load(rules(tmp_path, announce='announce "{[1, 2][left]}"')).new(log=True)
    state.apply(state.outcomes()[0][0])
    assert state.last_event is not None
    assert state.last_event.announcements("en") == ["nothing"]
