"""Kauri against a model written by hand from the rules digest: the same questions, chances, state and scores."""

from __future__ import annotations

from random import Random

import pytest

from hoyle.runtime import load
from kauri_lockstep import Lockstep
from kauri_tables import BESIDE, BORDERS, CARDS, COAST, RIM

# Every value of every option that is not a default one is in some set.
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {
        "network_check": "path",
        "plague_mode": "work",
        "conscience_catcher": "up_to_two",
        "kiwis_per_kauri": 1,
        "mulligan": True,
        "displacement_chooser": "owner",
        "woodcutter_last": 4,
    },
    {
        "plague_mode": "entry",
        "immigration_event_clause": "english_actions",
        "temple_consumes_kauri": True,
        "temple_blocked_by_road": True,
        "curse_costs_token": False,
        "era_advance_at_cap": "none",
        "legacy_tokens": 3,
        "woodcutter_last": 2,
    },
)


def test_the_tables_are_those_of_the_digest() -> None:
    """D-REGIONS, D-CARDS: what the digest says it has checked of them."""
    assert all(a in BESIDE[b] for a in BESIDE for b in BESIDE[a])
    assert (len(BESIDE), len(BORDERS), len(COAST), len(RIM), len(CARDS)) == (25, 51, 18, 5, 36)


@pytest.mark.parametrize("options", OPTIONS, ids=("default", "first", "second"))
@pytest.mark.parametrize("players", (2, 3, 4))
def test_random_games_go_as_in_the_hand_written_model(players: int, options: dict[str, object]) -> None:
    """Sections 3 to 5 of the digest, all clauses, and the readings of section 10."""
    game = load("kauri", players=players, options=options)
    for seed in range(3):
        both = Lockstep(game, options, Random(seed))
        both.play()
        assert both.pauses > 150
