"""Every law of the conformance suite can fail: a game that breaks it is caught by it."""

import importlib.util
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from attrs import evolve

import conformance as laws
import handmade_dare
import handmade_nim
from hoyle.runtime.compiled import as_compiled
from hoyle.runtime.game import Game
from hoyle.runtime.problems import UserError

Change = Callable[[ModuleType], None]


def changed(module: ModuleType, change: Change) -> Game:
    """A game like that of a hand-made module, but for one thing."""
    assert module.__spec__ is not None
    assert module.__spec__.loader is not None
    copy = importlib.util.module_from_spec(module.__spec__)
    module.__spec__.loader.exec_module(copy)
    change(copy)
    return Game(as_compiled(copy))


def wrap(name: str, wrapper: Callable[..., Any]) -> Change:
    """A function of the module replaced: wrapper gets the original and the arguments."""

    def change(module: ModuleType) -> None:
        original = getattr(module, name)
        setattr(module, name, lambda *args: wrapper(original, *args))

    return change


def both(*changes: Change) -> Change:
    def change(module: ModuleType) -> None:
        for each in changes:
            each(module)

    return change


def info(**values: Any) -> Change:
    return lambda module: setattr(module, "INFO", evolve(module.INFO, **values))


def _drift(original: Callable[..., Any], s: list[Any], *rest: Any) -> Any:
    """What reading must not do: change the state."""
    s[5] = (s[5] + 1) % 60
    return original(s, *rest)


def _shallow(module: ModuleType) -> None:
    """A part of the state beside the vector."""
    beside: list[int] = []

    def moves(s: list[Any]) -> list[int]:
        beside.append(1)
        return list(original(s)[:: -1 if len(beside) % 2 else 1])

    original = module.moves
    module.moves = moves  # type: ignore[attr-defined]


STATE_BREAKERS: list[tuple[laws.StateLaw, ModuleType, Change]] = [
    (laws.the_kind_says_who_decides, handmade_nim, info(deciding=("player_1",))),
    (laws.legal_moves_are_distinct_and_stable, handmade_nim, wrap("moves", lambda f, s: f(s) + f(s)[:1])),
    (laws.legal_moves_are_distinct_and_stable, handmade_dare, wrap("moves", lambda f, s: f(s)[::-1])),
    (laws.the_list_kept_is_the_list_recomputed, handmade_nim, _shallow),
    (laws.chance_is_exact, handmade_dare, wrap("outcomes", lambda f, s: f(s) + [(f(s)[0][0], 1)])),
    (laws.chance_is_exact, handmade_dare, wrap("outcomes", lambda f, s: f(s)[:1])),
    (laws.chance_is_exact, handmade_dare, wrap("outcomes", lambda f, s: [(f(s)[0][0], 0), *f(s)[1:]])),
    (laws.notation_is_read_back, handmade_nim, wrap("encode", lambda f, a, args: f(a, (args[0], 8 - args[1])))),
    (
        laws.nothing_explains_a_legal_move,
        handmade_nim,
        both(
            wrap("encode", lambda f, a, args: f(a, (args[0], 8 - args[1]))),
            wrap("refusals", lambda f, *a: [(1, "", False)]),
        ),
    ),
    (laws.every_move_has_a_sentence, handmade_nim, info(words={"ja": {"take": "{heap}から取る"}})),
    (laws.a_copy_goes_its_own_way, handmade_dare, wrap("read_field", _drift)),
    (laws.what_is_refused_changes_nothing, handmade_nim, wrap("refusals", lambda f, *a: f(*a)[1:])),
    (laws.what_is_refused_changes_nothing, handmade_nim, wrap("moves", lambda f, s: f(s)[:-1])),
    (laws.moves_of_another_moment_are_refused, handmade_nim, wrap("refusals", lambda f, *a: [])),
    (laws.saving_is_undone_by_loading, handmade_dare, lambda m: setattr(m, "SLOTS", m.SLOTS[:1])),
    (laws.saving_is_undone_by_loading, handmade_dare, wrap("write_field", lambda f, s, n, i, v: f(s, n, i, v * n))),
    (laws.scores_add_up, handmade_dare, wrap("total", lambda f, s, seat: f(s, seat) + 1)),
    (laws.scores_add_up, handmade_dare, wrap("provenance", lambda f, *a: [])),
    (laws.winners_are_players_and_only_at_the_end, handmade_dare, wrap("standing", lambda f, s: f(s)[:1] * 2)),
    (laws.observations_are_plain_data, handmade_dare, wrap("view_score", lambda f, *a: object())),
    (laws.what_is_hidden_does_not_show, handmade_dare, wrap("view_score", lambda f, s, c, seat, viewer: s[3 + seat])),
    (
        laws.what_is_hidden_does_not_show,
        handmade_dare,
        wrap("moves", lambda f, s: f(s) if s[0] == 1 or s[4 - s[7]] > 1 else f(s)[-1:]),
    ),
]


@pytest.mark.parametrize(("law", "module", "change"), STATE_BREAKERS)
def test_a_state_that_breaks_a_law_is_caught(law: laws.StateLaw, module: ModuleType, change: Change) -> None:
    with pytest.raises((AssertionError, ValueError, IndexError, TypeError, UserError)):
        for seed in range(10):
            laws.check_state_law(law, changed(module, change), seed)


def test_every_law_of_states_has_a_breaker() -> None:
    assert {law for law, _, _ in STATE_BREAKERS} == set(laws.STATE_LAWS)


def _counting(name: str, spoil: Callable[[list[Any], int], None]) -> Change:
    """A function that does something else every time: what no state or module may remember."""
    calls: list[int] = []

    def wrapper(original: Callable[..., Any], *args: Any) -> Any:
        calls.append(1)
        result = original(*args)
        spoil(args[0] if args else result, len(calls))
        return result

    return wrap(name, wrapper)


def _change_turn(s: list[Any], count: int) -> None:
    s[6] = count % 2


def _lose_a_stick(s: list[Any], count: int) -> None:
    s[3] = max(0, s[3] - count % 2)


_CROOKED = wrap("encode", lambda f, a, args: f(a, (args[0], 1)))
# The first move offered to player_1 tells the secret that player_2 has just been dealt (x).
_TELLING = wrap("step", lambda f, s, x: f(s, x)[-1:] if s[0] == 2 and s[7] and x == 1 else f(s, x))

GAME_BREAKERS: list[tuple[laws.GameLaw, ModuleType, Change]] = [
    (laws.new_states_are_equal, handmade_nim, _counting("new", _change_turn)),
    (laws.playthroughs_end_within_the_bound, handmade_nim, info(max_moves=2)),
    (laws.the_fast_path_goes_the_same_way, handmade_nim, _counting("step", _lose_a_stick)),
    (laws.a_record_replays_to_the_same_state, handmade_nim, _CROOKED),
    (laws.recall_is_perfect, handmade_dare, _TELLING),
    (laws.a_log_survives_saving, handmade_nim, _CROOKED),
    (laws.perft_is_the_sum_of_its_division, handmade_nim, _counting("step", _lose_a_stick)),
]


@pytest.mark.parametrize(("law", "module", "change"), GAME_BREAKERS)
def test_a_game_that_breaks_a_law_is_caught(law: laws.GameLaw, module: ModuleType, change: Change) -> None:
    with pytest.raises((AssertionError, UserError)):
        for seed in range(40):
            law(changed(module, change), seed)


def test_every_law_of_games_has_a_breaker() -> None:
    assert {law for law, _, _ in GAME_BREAKERS} == set(laws.GAME_LAWS)
