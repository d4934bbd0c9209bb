"""Meerkat Kingdom against a hand-written model made from the rules digest: the same questions, chances, state."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hoyle.runtime import load
from meerkat_lockstep import Lockstep
from meerkat_tables import BESIDE, DEFAULTS, DOES, VALUES

MODES = {"2": (2, False), "3": (3, False), "4": (4, False), "2 and automa": (2, True), "3 and automa": (3, True)}

# Every value of every option that is not a default one is in some set.
FIRST = {
    "start_tie": "top",
    "sum2": "choose",
    "queen_is_meerkat": "true",
    "trigger_order": "oasis_first",
    "burrow_requires_effect": "true",
    "guard_source": "tile",
    "hawk_leaders": "skip_protected",
    "jackal_scope": "board",
    "guard2": "extra",
    "automa_11": "pair",
}
SECOND = {
    "sum2": "none",
    "runout_check": "immediate",
    "queen_triggers": "false",
    "recall_queen": "true",
    "move_scope": "token_tile",
    "refill_choice": "lowest",
    "jackal_protected": "next",
    "reverse_three": "mirror",
    "guard2_same_tile": "true",
    "automa_swap_empty": "move",
}
# With the guardians of one tile all going the same way, and more of them; the queen called home at once.
THIRD = {
    "runout_check": "immediate",
    "queen_is_meerkat": "true",
    "move_scope": "token_tile",
    "guard2": "extra",
    "guard2_same_tile": "true",
    "burrow_requires_effect": "true",
}


def played(mode: str, options: dict[str, str], games: int) -> Counter[str]:
    humans, automa = MODES[mode]
    options = {name: value for name, value in options.items() if automa or not name.startswith("automa")}
    game = load("meerkat-kingdom", players=humans, variants=["automa"] if automa else [], options=dict(options))
    met: Counter[str] = Counter()
    for seed in range(games):
        assert Lockstep(game, options, met).play(Random(seed)) > 50
    return met


def test_the_tables_are_those_of_the_digest() -> None:
    """2.2, 2.3: what the digest says it has checked of them."""
    assert all(a in BESIDE[b] for a in BESIDE for b in BESIDE[a])
    assert sum(len(beside) for beside in BESIDE.values()) == 2 * 19
    assert sum(sum(values) for values in VALUES.values()) == 131


def test_every_option_is_played_both_ways() -> None:
    tried = {(name, value) for options in (FIRST, SECOND, THIRD) for name, value in options.items()}
    assert {name for name, _ in tried} == set(DEFAULTS)
    assert all(DEFAULTS[name] != value for name, value in tried)


@pytest.mark.parametrize("mode", MODES)
def test_random_games_go_as_in_the_hand_written_model(mode: str) -> None:
    """Sections 3 to 5 of the digest, all clauses. Among four every deed is met, and every token, hazards too."""
    met = played(mode, {}, 6 if mode == "4" else 3)
    assert met.keys() >= {"place", "post_guardian", "reroll", "use_token", "chase", "work", "move_token", "pass"}
    if mode == "4":
        assert met.keys() >= {"place_queen", "walk_queen", "step", "swap", "recall_from", "send_guardian"}
        assert met.keys() >= DOES.keys()


@pytest.mark.parametrize(
    ("mode", "options"),
    [("4", FIRST), ("2 and automa", FIRST), ("3", SECOND), ("3 and automa", SECOND), ("2", THIRD)],
    ids=("4-first", "2+1-first", "3-second", "3+1-second", "2-third"),
)
def test_the_other_readings_go_as_in_the_hand_written_model(mode: str, options: dict[str, str]) -> None:
    """Section 6 of the digest."""
    played(mode, options, 2)
