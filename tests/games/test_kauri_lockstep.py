"""Kauri against a model written by hand from the rules digest: the same questions, chances, state and scores."""

from __future__ import annotations

from random import Random

import pytest

from hoyle.runtime import load
from kauri_lockstep import Lockstep
from kauri_tables import BESIDE, BORDERS, CARDS, COAST, RIM, SLOTS
from kauri_upsets import upset
from kauri_walks import Walk

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


EVERYTHING = {
    *(f"play {card}" for card in CARDS),
    *(f"acquire_legacy({slot})" for slots in SLOTS.values() for slot in slots),
    *("flood flight reforestation reserve magnetism migration great_migration sowing reproduction gathering".split()),
    *("rapid_reproduction plague aversion march march_of_conscience logging possum_hunt road_building".split()),
    *("quartermaster trek forced_march hunting drive_away temple settlement decision erupt strike_coast".split()),
    *("immigrate sail unload follow catch_possum choose pass".split()),
    *("a curse, a curse lifted, a card repeated, an awareness moved".split(", ")),
}


@pytest.mark.parametrize("options", OPTIONS, ids=("default", "first", "second"))
@pytest.mark.parametrize("players", (2, 3, 4))
def test_random_games_go_as_in_the_hand_written_model(players: int, options: dict[str, object]) -> None:
    """Sections 3 to 5 of the digest, open discards (KA-A47), and the readings of section 10; one game as it
    goes, and one in which every turn begins with another board."""
    game = load("kauri", players=players, options=options)
    walk = Walk(Random(players))
    for change in (None, upset):
        both = Lockstep(game, options, walk, change)
        both.play()
        assert both.pauses > 120


def test_the_model_was_held_against_every_card_and_legacy() -> None:
    """What random games seldom meet: each card performed, each legacy and action, curses, interrupts."""
    walk, game = Walk(Random(2), leaning=0.8), load("kauri", players=4)
    for _ in range(6):
        if EVERYTHING <= set(walk.met):
            return
        Lockstep(game, {}, walk, upset).play()
    assert set(walk.met) >= EVERYTHING
