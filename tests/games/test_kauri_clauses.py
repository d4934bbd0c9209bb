"""Every clause, ruling, worked case and law of the digest of Kauri is in the rules, and shown by an example or a test.

The digest itself is no part of the project; its numbers are listed here.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from hoyle.runtime.loader import find

# Rules KA-n.m: how many each chapter has. KA-15 and KA-16 have one each.
CHAPTERS = {1: 11, 2: 7, 3: 10, 4: 8, 5: 10, 6: 7, 7: 5, 8: 6, 9: 4, 10: 24, 11: 6, 12: 3, 13: 6, 14: 8, 15: 1, 16: 1}
CLAUSES = [f"KA-{chapter}.{n}" for chapter, last in CHAPTERS.items() for n in range(1, last + 1)]
RULINGS = [f"KA-A{n}" for n in range(1, 58)]
CASES = [f"T-{n}" for n in range(1, 26)] + [f"X-{n}" for n in range(1, 56)]
LAWS = [f"INV-{n}" for n in range(1, 25)]

# What no rule has to say.
UNSPOKEN = {
    "KA-A38": "flavour: kauri is called a currency, and nothing is bought with it",
}
# What no example can show, and the test that does.
TESTED = {
    "KA-2.1": "test_a_game_has_twenty_turns_in_each_of_which_everybody_plays_two_cards",
    "KA-11.5": "test_a_game_has_twenty_turns_in_each_of_which_everybody_plays_two_cards",
    "KA-A47": "test_random_games_go_as_in_the_hand_written_model",
    "T-7": "test_a_game_has_twenty_turns_in_each_of_which_everybody_plays_two_cards",
    "INV-6": "test_a_game_has_twenty_turns_in_each_of_which_everybody_plays_two_cards",
    "INV-8": "test_nothing_can_lie_in_the_volcano",
    "INV-17": "test_declining_everything_leaves_the_board_as_it_was",
    "INV-18": "test_what_is_hidden_changes_neither_views_nor_moves",
    "INV-19": "test_same_seed_same_game",
    "INV-20": "test_stopping_early_is_a_smaller_card",
    "INV-21": "test_the_order_of_the_regions_changes_no_move",
    "INV-23": "test_cards_are_resolved_by_number_then_by_priority",
    "INV-24": "test_one_shot_legacies_change_nothing_later",
}
TESTS = ("test_kauri.py", "test_kauri_lockstep.py")


@cache
def said_by_tests() -> dict[str, str]:
    """What the tests of Kauri say that they show."""
    trees = [ast.parse(Path(__file__).with_name(name).read_text("utf-8")) for name in TESTS]
    functions = [node for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {function.name: ast.get_docstring(function) or "" for function in functions}


@cache
def cited(name: str) -> set[str]:
    """The numbers that a file of the game cites."""
    text = find("kauri").with_name(name).read_text("utf-8")
    return {number for line in re.findall(r"§\S+", text) for number in numbers(line)}


def numbers(text: str) -> set[str]:
    return {number.rstrip(".") for number in re.findall(r"(?:KA|T|X|INV)-[A\d][\d.]*", text)}


@pytest.mark.parametrize("number", CLAUSES + RULINGS)
def test_every_clause_and_ruling_stands_in_the_rules(number: str) -> None:
    assert number in cited("kauri.hoyle") or number in UNSPOKEN


@pytest.mark.parametrize("number", CLAUSES + RULINGS + CASES + LAWS)
def test_everything_is_shown_by_an_example_or_a_test(number: str) -> None:
    shown = number in cited("kauri-examples.hoyle")
    assert shown or number in UNSPOKEN or number in numbers(said_by_tests()[TESTED[number]])


def test_nothing_that_does_not_exist_is_cited() -> None:
    known = {*CLAUSES, *RULINGS, *CASES, *LAWS, *(f"KA-{chapter}" for chapter in CHAPTERS)}
    assert cited("kauri.hoyle") | cited("kauri-examples.hoyle") <= known


def test_the_index_of_clauses_has_all_of_them() -> None:
    index = tomllib.loads(find("kauri").with_name("clauses.toml").read_text("utf-8"))
    titles = {number for part in index.values() for number in part}
    assert titles >= {*CLAUSES, *RULINGS, *CASES, *LAWS}
