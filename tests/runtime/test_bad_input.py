"""Whatever is given, the answer is an answer or one of our own refusals: never another exception."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.runtime import Game, load
from hoyle.runtime.problems import UserError
from hoyle.runtime.records import header, read_record, replayed
from hoyle.runtime.state import State

GAMES = ("tic-tac-toe", "kumata", "pig", "kuhn-poker")
LEAVES: list[Any] = [None, True, -1, 0, 3, 10**9, 10**30, 1.5, "", "x", "none", "Cell(9, 9)", "{", [], {}, [[]], "d00"]


def midway(game: Game, seed: int, steps: int = 40) -> State:
    """A state somewhere in a random playthrough."""
    rng, state = random.Random(seed), game.new()
    for _ in range(rng.randrange(steps)):
        if state.kind != "over":
            state.apply(rng.choice(state.legal_moves()) if state.kind == "decision" else state.sample_chance(rng))
    return state


def spoilt(data: Any, rng: random.Random) -> Any:
    """The data with one value, somewhere inside, replaced or removed."""
    data = copy.deepcopy(data)
    inner = data
    while True:
        keys: list[Any] = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = rng.choice(keys)
        if not isinstance(inner[key], dict | list) or not inner[key] or rng.random() < 0.2:
            break
        inner = inner[key]
    if rng.random() < 0.2:
        del inner[key]
    else:
        inner[key] = rng.choice(LEAVES)
    return data


@pytest.mark.parametrize("name", GAMES)
def test_a_spoilt_saved_state_is_loaded_or_refused(name: str) -> None:
    game = load(name)
    for seed in range(200):
        data = spoilt(midway(game, seed).to_dict(), random.Random(seed))
        try:
            state = game.from_dict(json.loads(json.dumps(data)))
        except UserError as error:
            assert str(error)
        else:
            assert game.from_dict(state.to_dict()) == state


@pytest.mark.parametrize("name", GAMES)
@given(text=st.text(alphabet="abcdprtyhwlo_{}[](),. 0123456789-Cel", max_size=30), seed=st.integers(0, 9))
def test_any_move_is_explained_or_refused(name: str, text: str, seed: int) -> None:
    game = GAME[name]
    state = midway(game, seed)
    for ask in (state.explain, lambda said: game.parse(state, said)):
        try:
            ask(text)
        except UserError as error:
            assert str(error)
            assert error.text("ja")


GAME = {name: load(name) for name in GAMES}


@pytest.mark.parametrize("name", GAMES)
def test_moves_with_strange_arguments_are_explained_or_refused(name: str) -> None:
    game, rng = GAME[name], random.Random(1)
    terms = [
        "0",
        "99",
        "-1",
        "none",
        "true",
        "{}",
        "[]",
        "{1, 1}",
        "Cell(0, 0)",
        "Cell(9, 9)",
        "Cell(t1, 3)",
        "Cell(a)",
    ]
    terms += [label for domain in game.info.domains.values() for label in domain.labels[:3]]
    for seed in range(10):
        state = midway(game, seed)
        for action in game.info.actions:
            for _ in range(30):
                said = ", ".join(rng.choice(terms) for _ in range(rng.randrange(len(action.params) + 2)))
                try:
                    assert isinstance(state.explain(f"{action.verb}({said})"), tuple)
                except UserError as error:
                    assert str(error)


@pytest.mark.parametrize("name", GAMES)
def test_a_spoilt_record_is_replayed_or_refused(name: str) -> None:
    game = load(name)
    for seed in range(40):
        rng, state = random.Random(seed), game.new()
        lines = header(game.info)
        while state.kind != "over" and len(lines) < 40:
            choice = rng.choice(state.legal_moves()) if state.kind == "decision" else state.sample_chance(rng)
            lines.append(f"{state.player or '*'} {choice}")
            state.apply(choice)
        text = list("\n".join([*lines, ""]))
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(text))
            text[place : place + rng.randrange(3)] = rng.choice(["", "x", "(", "\n", " ", "*", ",", "\u3042", "9"])
        try:
            replayed(read_record("".join(text)), game)
        except UserError as error:
            assert str(error)
