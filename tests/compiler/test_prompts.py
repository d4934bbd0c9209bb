"""What a `must` or `may` asks, and what declining is called (docs/decisions, "Where the grammar departs")."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.runtime import Game, load

GAME = """game Ask "Ask"

players 2

game has:
    n: 0..9 = 0

play:
    players take turns:
        may up:                    "Up from {n}?"
        otherwise pass             "Leave it at {n}"
        if n == 1: must up:        "Now you have to."
        may up                     "This is for readers of the rules."
        if n > 4: end game

action up:                         "Up"
    n += 1

scoring:
    points: n
"""
WORDS = """words ja of Ask

play.must_1 = "{n}から上げますか"
play.pass_1 = "{n}のままにする"
"""


def loaded(folder: Path, rules: str = GAME) -> Game:
    (folder / "ask.hoyle").write_text(rules, encoding="utf-8")
    (folder / "ask-ja.hoyle").write_text(WORDS, encoding="utf-8")
    return load(folder / "ask.hoyle")


def test_a_text_behind_a_colon_is_asked(tmp_path: Path) -> None:
    state = loaded(tmp_path).new()
    assert state.prompt() == "Up from 0?"
    assert state.prompt("ja") == "0から上げますか"
    state.apply(state.legal_moves()[0])
    assert state.prompt() == "Now you have to."


def test_a_text_without_colon_asks_nothing(tmp_path: Path) -> None:
    state = loaded(tmp_path).new()
    state.apply(state.legal_moves()[-1])
    assert state.prompt() is None


def test_declining_has_a_name(tmp_path: Path) -> None:
    state = loaded(tmp_path).new()
    pass_ = state.legal_moves()[-1]
    assert pass_.is_pass
    assert pass_.notation == "pass"
    assert pass_.sentence() == "Leave it at 0"
    assert pass_.sentence("ja") == "0のままにする"


def test_what_must_be_done_is_not_declined(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as caught:
        loaded(tmp_path, GAME.replace("        may up:    ", "        must up:   "))
    assert [d.code for d in caught.value.diagnostics] == ["E0511"]


def test_a_prompt_reads_only_what_the_player_sees(tmp_path: Path) -> None:
    with pytest.raises(DiagnosticError) as caught:
        loaded(tmp_path, GAME.replace("n: 0..9 = 0", "n: 0..9 = 0, seen by nobody"))
    assert len(caught.value.diagnostics) >= 2


def test_a_sentence_of_a_table_asks_with_the_name_of_its_row(tmp_path: Path) -> None:
    table = 'table Card:\n    card | deed   | text\n    jump | may up | "A jump"\n\n'
    rules = GAME.replace("play:", f"{table}play:").replace("        may up: ", "        do jump.deed\n        may up:")
    state = loaded(tmp_path, rules).new()
    assert state.prompt() == state.prompt("ja") == "A jump"
