"""`hoyle rules` and the word `rules` at the table: the rules of a game in words, from nothing but its rule files."""

import re
from pathlib import Path

import pytest

from hoyle.dsl.render import display_width
from hoyle.runtime.loader import headers_in, load, shipped_games
from terminal import call

GAMES = [header.path.stem for header in shipped_games()]


def told(*arguments: str) -> str:
    said = call("rules", *arguments)
    assert (said.status, said.err) == (0, "")
    return said.out


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_every_game_are_told_within_80_columns(name: str) -> None:
    text = told(name)
    titles = [line for line in text.splitlines() if line and not line.startswith((" ", "-"))]
    assert "Who wins, and what gives points" in titles and "The course of the game" in titles
    assert max(map(display_width, text.splitlines())) <= 80
    assert "{" not in text and "None" not in text


def test_the_course_names_what_one_decides_and_what_is_asked() -> None:
    course = told("nim", "course")
    assert "The players take turns, one after the other:" in course
    assert "    - Nobody may pass. [NIM-2.2]\n      - You must: Take … from heap …." in course


def test_an_action_is_told_with_what_can_stand_against_it_and_the_clauses() -> None:
    text = told("nim", "take")
    assert text.splitlines()[1] == "Take … from heap … [NIM-2.2]"
    assert "    - A heap cannot give more sticks than it holds. [NIM-2.3]" in text.splitlines()
    assert told("nim", "nim-2.3").splitlines()[1:] == text.splitlines()[1:]


def test_a_word_finds_every_sentence_that_holds_it_and_its_head() -> None:
    text = told("nim", "LAST", "stick")
    assert "Whoever took the last stick wins. [NIM-3.1]" in text and "Take …" not in text


def test_what_an_option_leaves_out_is_not_told() -> None:
    usual, misere = told("nim", "end"), told("nim", "end", "--option", "misere=true")
    assert "Whoever took the last stick wins." in usual and "Whoever took the last stick loses." not in usual
    assert "Whoever took the last stick loses." in misere


def test_what_a_number_of_players_or_a_variant_brings_is_told() -> None:
    assert "Where do the Maori live?" in told("kauri", "setup")
    assert "Where do the Maori live?" not in told("kauri", "setup", "--players", "2")
    maze = told("kumata", "setup", "--variant", "maze")
    assert "Add … to the board at …, turned … times" in maze
    assert "Add" not in told("kumata", "setup")


def test_a_word_that_the_rules_do_not_hold_is_refused_with_what_there_is() -> None:
    said = call("rules", "nim", "queen")
    assert (said.status, said.out) == (1, "")
    assert "say nothing of 'queen'" in said.err and "actions" in said.err
    assert call("rules", "nimm").status == 2


def test_rules_are_told_at_the_table_with_the_options_of_this_game(tmp_path: Path) -> None:
    typed = "rules end\nrules\nrules queen\nleave\n"
    said = call("play", "nim", "--option", "misere=true", "--seat", "1=human", typed=typed, home=tmp_path)
    assert said.status == 0
    assert "Whoever took the last stick loses. [NIM-3.2]" in said.out
    assert "What one can do" in said.out and "say nothing of 'queen'" in said.out


def test_the_list_of_games_says_with_whom_a_variant_is_played() -> None:
    text = " ".join(call("games").out.split())
    assert "Automa (players: 2, 3, and automa)" in text and "Alliance (players: 4), HouseRules, Maze" in text
    assert "Automa (人数: 2, 3 とオートマ)" in " ".join(call("games", "--lang", "ja").out.split())


def test_a_label_reads_right_for_those_who_are_told_of_it() -> None:
    """Others read it, too: "Player 2: Move your queen" would be the queen of whoever reads."""
    for header in shipped_games():
        variants = [other.name for other in headers_in(header.path.parent) if other.kind == "variant"]
        for game in (load(header.path), *(load(header.path, variants=[variant]) for variant in variants)):
            texts = [action.text.source for action in game.info.actions if action.text is not None]
            plain = [re.sub(r"{[^}]*}", "", text) for text in texts]
            assert [text for text in plain if re.search(r"\b(you|yours?|my|mine)\b", text, re.IGNORECASE)] == []
            words = game.info.words.get("ja", {})
            assert not any("あなた" in words.get(action.label, "") for action in game.info.actions)
