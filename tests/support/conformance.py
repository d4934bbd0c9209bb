"""The laws of the contract, each as a function of one state or one game: every game passes them unasked.

`STATE_LAWS` hold of every state of every playthrough, `GAME_LAWS` of a game and a seed. A law fails by `assert`. What
they check is written at the methods of `hoyle.runtime.state.State` and `hoyle.runtime.game.Game`.
"""

import json
import random
from collections.abc import Callable, Container, Iterator
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

from hoyle.runtime.catalogue import LANGUAGES
from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import Vector, copied
from hoyle.runtime.description import ActionInfo, FieldInfo, TypeInfo
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome
from hoyle.runtime.perft import divide, perft
from hoyle.runtime.playout import playout
from hoyle.runtime.problems import IllegalMove
from hoyle.runtime.reading import Deed, code_of
from hoyle.runtime.records import header, read_record, replayed
from hoyle.runtime.rules import Position
from hoyle.runtime.state import State
from hoyle.runtime.support import Hidden, Partly
from hoyle.runtime.views import events, observation

STEP_LIMIT = 20_000
_TUPLES = 40  # how many tuples of arguments of each action are tried at a state

Where = tuple[int, tuple[int, ...]]  # number of a field, and its owner and indices
StateLaw = Callable[[State, random.Random], None]
GameLaw = Callable[[Game, int], None]


# ------------------------------------------------------------------------------------------------ walking


def choose(state: State, rng: random.Random) -> Move | Outcome:
    """A random move, or an outcome by its probability."""
    return rng.choice(state.legal_moves()) if state.kind == "decision" else state.sample_chance(rng)


def walk(game: Game, seed: int, *, log: bool = False) -> Iterator[State]:
    """The states of a random playthrough: one state that moves on. The last one is over."""
    rng = generator(seed)
    state = game.new(log=log)
    for _ in range(STEP_LIMIT):
        yield state
        if state.kind == "over":
            return
        state.apply(choose(state, rng))
    raise AssertionError(f"{game.name} is not over after {STEP_LIMIT} steps (seed {seed})")


def some_states(game: Game, seed: int, number: int) -> list[State]:
    """Copies of states of one random playthrough: the first, the last, and some between."""
    states = [state.clone() for state in walk(game, seed, log=game.has_secrets)]
    inner = generator(seed, 1).sample(range(1, len(states)), min(number, len(states) - 1))
    return [states[0], *(states[i] for i in sorted({*inner, len(states) - 1}))]


# ------------------------------------------------------------------------------------------------ laws of states


def the_kind_says_who_decides(state: State, rng: random.Random) -> None:
    assert (state.kind == "decision") == bool(state.legal_moves())
    assert (state.kind == "chance") == bool(state.outcomes())
    assert (state.player in state.game.deciding) if state.kind == "decision" else state.player is None
    assert (state.ending is not None) == (state.kind == "over")


def legal_moves_are_distinct_and_stable(state: State, rng: random.Random) -> None:
    moves = state.legal_moves()
    assert len(set(moves)) == len({move.notation for move in moves}) == len(moves)
    assert state.legal_moves() == moves == state.clone().legal_moves()
    assert [move.is_pass for move in moves[:-1]] == [False] * len(moves[:-1])


def the_list_kept_is_the_list_recomputed(state: State, rng: random.Random) -> None:
    if state.kind == "decision":
        module = state.game.fast()
        assert [move.code for move in state.legal_moves()] == list(module.moves(copied(state.position.s)))


def chance_is_exact(state: State, rng: random.Random) -> None:
    outcomes = state.outcomes()
    if outcomes:
        assert sum((probability for _, probability in outcomes), Fraction(0)) == 1
        assert all(probability > 0 for _, probability in outcomes)
        assert len({outcome.notation for outcome, _ in outcomes}) == len(outcomes) >= 2
        assert state.sample_chance(rng) in [outcome for outcome, _ in outcomes]


def notation_is_read_back(state: State, rng: random.Random) -> None:
    choices: list[Move | Outcome] = [*state.legal_moves(), *(outcome for outcome, _ in state.outcomes())]
    for choice in rng.sample(choices, min(len(choices), 30)):
        assert state.game.parse(state, choice.notation) == choice
        assert state.game.parse(state, choice.notation.replace(" ", "")) == choice
        spaced = choice.notation.replace("(", " ( ").replace(",", " , ").replace(")", " ) ")
        assert state.game.parse(state, f"  {spaced}\t") == choice


def nothing_explains_a_legal_move(state: State, rng: random.Random) -> None:
    moves = state.legal_moves()
    for move in rng.sample(moves, min(len(moves), 20)):
        assert state.explain(move.notation) == ()
        if move.arguments and move.verb != "choose":
            assert state.explain(move.verb) == ()


def every_move_has_a_sentence(state: State, rng: random.Random) -> None:
    choices: list[Move | Outcome] = [*state.legal_moves(), *(outcome for outcome, _ in state.outcomes())]
    for choice in rng.sample(choices, min(len(choices), 10)):
        for language in LANGUAGES:
            assert choice.sentence(language).strip()
            assert not set("{}") & set(choice.sentence(language))


def a_copy_goes_its_own_way(state: State, rng: random.Random) -> None:
    before, copy = state.to_dict(), state.clone()
    assert copy == state
    assert hash(copy) == hash(state)
    if state.kind != "over":
        other, choice = state.clone(), choose(state, rng)
        copy.apply(choice)
        assert state.to_dict() == before
        other.apply(choice)
        assert other == copy
        assert hash(other) == hash(copy)
        assert other.legal_moves() == copy.legal_moves()


def what_is_refused_changes_nothing(state: State, rng: random.Random) -> None:
    before = state.to_dict()
    for action in state.game.info.actions:
        for args in _some_tuples(state, action, rng):
            _check_tuple(state, action, args)
    assert state.to_dict() == before


def _some_tuples(state: State, action: ActionInfo, rng: random.Random) -> list[tuple[Any, ...]]:
    kinds = [kind for _, kind in action.params]
    return [tuple(_any_value_of(state.position, kind, rng) for kind in kinds) for _ in range(_TUPLES if kinds else 1)]


def _any_value_of(position: Position, kind: TypeInfo, rng: random.Random) -> Any:
    """Any value of a type, whether in range or not."""
    if kind.kind == "bool":
        return rng.random() < 0.5
    if kind.of is not None:
        chosen = tuple(_any_value_of(position, kind.of, rng) for _ in range(rng.randrange(4)))
        return frozenset(chosen) if kind.kind == "set" else tuple(sorted(chosen)) if kind.kind == "bag" else chosen
    if kind.domain is not None:
        return rng.choice(position.rules.info.domains[kind.domain].codes)
    low, high = (kind.low or 0), (kind.high if kind.high is not None else (kind.low or 0) + 9)
    return rng.randint(low, high)


def _check_tuple(state: State, action: ActionInfo, args: tuple[Any, ...]) -> None:
    """The move list, the parser and the explanation agree on a tuple of arguments."""
    position = state.position
    said = [
        position.values.notation(position.s, value, kind) for value, (_, kind) in zip(args, action.params, strict=True)
    ]
    text = f"{action.verb}({', '.join(said)})" if said else action.verb
    if action.verb == "choose" and (position.decision is None or action.number not in position.decision.actions):
        return  # the text would mean the `choose` that is asked here
    codes = [move.code for move in state.legal_moves()]
    listed = state.kind == "decision" and code_of(position, Deed(action, args), codes) is not None
    reasons = state.explain(text)
    assert (reasons == ()) == listed, (text, reasons)
    if not listed and state.kind == "decision":
        _check_refusal(state, action, text)


def _check_refusal(state: State, action: ActionInfo, text: str) -> None:
    reasons = state.explain(text)
    known = {"not_now", *(name for name, _ in action.params), *(r.name for r in action.requirements)}
    assert {reason.name for reason in reasons} <= known
    assert all(reason.text.strip() and reason.say("ja").strip() for reason in reasons)
    try:
        state.game.parse(state, text)
    except IllegalMove as error:
        assert error.reasons == reasons
        assert str(error)
    else:
        raise AssertionError(f"{text} was read as a move")


def moves_of_another_moment_are_refused(state: State, rng: random.Random) -> None:
    """A move or outcome listed elsewhere is legal here exactly if it is listed here."""
    before = state.to_dict()
    other = state.game.new()
    here: set[Move | Outcome] = {*state.legal_moves(), *(outcome for outcome, _ in state.outcomes())}
    codes = {choice.code for choice in here if isinstance(choice, Move)}
    others: list[Move | Outcome] = [*other.legal_moves()[:5], *(outcome for outcome, _ in other.outcomes()[:5])]
    for choice in others:
        if choice not in here and not (isinstance(choice, Move) and choice.code in codes):
            _check_refused(state, choice)
    assert state.to_dict() == before


def _check_refused(state: State, choice: Move | Outcome) -> None:
    try:
        state.apply(choice)
    except IllegalMove as error:
        assert error.reasons
    else:
        raise AssertionError(f"{choice} was applied")


def saving_is_undone_by_loading(state: State, rng: random.Random) -> None:
    text = json.dumps(state.to_dict(), ensure_ascii=False)
    loaded = state.game.from_dict(json.loads(text))
    assert loaded == state
    assert hash(loaded) == hash(state)
    assert loaded.kind == state.kind
    assert loaded.legal_moves() == state.legal_moves()
    assert loaded.outcomes() == state.outcomes()
    assert json.dumps(loaded.to_dict(), ensure_ascii=False) == text
    for _ in range(12):
        if loaded.kind == "over":
            break
        choice = choose(loaded, rng)
        loaded.apply(choice)
        state.apply(choice)
        assert loaded == state
        assert loaded.legal_moves() == state.legal_moves()


def scores_add_up(state: State, rng: random.Random) -> None:
    scores = state.scores()
    assert tuple(scores) == state.game.players
    for player, score in scores.items():
        assert sum(score.components.values()) == score.total
        for component in state.game.components:
            paid = state.trace(player, component)
            assert sum(part.points for part in paid) == score.components.get(component, 0)


def winners_are_players_and_only_at_the_end(state: State, rng: random.Random) -> None:
    winners, standing = state.winners(), state.standing()
    if state.kind != "over":
        assert not winners
        assert not standing
    assert set(winners) <= set(state.game.players)
    placed = [name for place in standing for name in place]
    assert len(set(placed)) == len(placed)


def observations_are_plain_data(state: State, rng: random.Random) -> None:
    for player in (*state.game.players, None):
        seen = state.observation(player)
        assert json.loads(json.dumps(seen)) == seen == state.clone().observation(player)
        assert ("decision" in seen) == (player is not None and player == state.player)


def what_is_hidden_does_not_show(state: State, rng: random.Random) -> None:
    """Permuting what a player cannot see changes neither the observation nor the moves (semantics 16.4)."""
    position = state.position
    for seat in state.game.info.seat_codes:
        changed = _permuted(position, seat, rng, _shown_and_unchanged(state, seat))
        after = Position(position.rules, changed)
        assert _seen(after, seat) == _seen(position, seat)
        if position.you == seat:
            assert after.module.moves(copied(changed)) == position.module.moves(copied(position.s))


def _seen(position: Position, seat: int) -> dict[str, Any]:
    """The observation but for who won, which secrets may have decided."""
    return {key: value for key, value in observation(position, seat).items() if key != "over"}


def _shown_and_unchanged(state: State, seat: int) -> set[Where]:
    """Fields that a `show` has shown to the seat and that still hold what was shown (semantics 7.8, 16.4). Of a state
    without a log: none."""
    position, known = state.position, set()
    for event in events(state.last_event) if state.last_event is not None else ():
        for showing in event.showings:
            if showing.field is not None and seat in showing.seats:
                held = position.module.read_field(position.s, showing.field.number, showing.place)
                if _content(showing.field, held) == _content(showing.field, showing.value):
                    known.add((showing.field.number, showing.place))
    return known


def _content(field: FieldInfo, value: Any) -> Any:
    """What a field holds; of a zone, whose order `show` does not tell, in the order of the codes."""
    if field.kind not in ("bag", "pile"):
        return value
    prefix, rest = (value[0], value[1]) if value and isinstance(value[0], tuple) else (value, ())
    return sorted((*prefix, *rest))


def _permuted(position: Position, seat: int, rng: random.Random, known: Container[Where] = ()) -> Vector:
    """The vector with everything changed that the seat does not see: hidden scalars get any value, the components in
    hidden zones are dealt anew among them, each keeping its number, and piles are shuffled below a visible top. Of what
    is `known` only the order changes."""
    module, s = position.module, copied(position.s)
    zones: dict[Any, list[tuple[FieldInfo, tuple[int, ...]]]] = {}
    for field in position.rules.info.fields:
        for place in position.rules.places(field):
            view = module.view_field(position.s, field.number, place, seat)
            if (field.number, place) in known:
                if field.kind in ("bag", "pile"):
                    _deal_anew(position, [(field, place)], s, rng)
            elif isinstance(view, Hidden) and field.kind in ("bag", "pile"):
                if view.count is not None and module.read_field(s, field.number, place)[2] == 0:
                    zones.setdefault(field.type.of, []).append((field, place))
            elif isinstance(view, Hidden):
                module.write_field(s, field.number, place, _any_value_of(position, field.type, rng))
            elif isinstance(view, Partly):
                _permute_below_top(position, field, place, s, rng)
    for places in zones.values():
        _deal_anew(position, places, s, rng)
    s[module.DERIVED :] = [None] * len(s[module.DERIVED :])
    return s


def _deal_anew(
    position: Position, places: list[tuple[FieldInfo, tuple[int, ...]]], s: Vector, rng: random.Random
) -> None:
    contents = [position.module.read_field(position.s, field.number, place) for field, place in places]
    components = [code for prefix, rest, *_ in contents for code in (*prefix, *rest)]
    rng.shuffle(components)
    dealt = iter(components)
    for (field, place), (prefix, rest, *others) in zip(places, contents, strict=True):
        known = tuple(next(dealt) for _ in prefix)
        unordered = tuple(sorted(next(dealt) for _ in rest))
        position.module.write_field(s, field.number, place, (known, unordered, *others))


def _permute_below_top(
    position: Position, field: FieldInfo, place: tuple[int, ...], s: Vector, rng: random.Random
) -> None:
    prefix, *rest = position.module.read_field(position.s, field.number, place)
    below = list(prefix[1:])
    rng.shuffle(below)
    position.module.write_field(s, field.number, place, (prefix[:1] + tuple(below), *rest))


STATE_LAWS: tuple[StateLaw, ...] = (
    the_kind_says_who_decides,
    legal_moves_are_distinct_and_stable,
    the_list_kept_is_the_list_recomputed,
    chance_is_exact,
    notation_is_read_back,
    nothing_explains_a_legal_move,
    every_move_has_a_sentence,
    a_copy_goes_its_own_way,
    what_is_refused_changes_nothing,
    moves_of_another_moment_are_refused,
    saving_is_undone_by_loading,
    scores_add_up,
    winners_are_players_and_only_at_the_end,
    observations_are_plain_data,
    what_is_hidden_does_not_show,
)


# ------------------------------------------------------------------------------------------------ laws of games


def new_states_are_equal(game: Game, seed: int) -> None:
    assert game.new() == game.new(log=True)
    assert hash(game.new()) == hash(game.new())


def playthroughs_end_within_the_bound(game: Game, seed: int) -> None:
    for index in range(5):
        played = playout(game, generator(seed, index), STEP_LIMIT)
        assert not played.stopped
        assert game.max_moves is None or played.moves <= game.max_moves


def the_fast_path_goes_the_same_way(game: Game, seed: int) -> None:
    module, s = game.fast(), game.fast().new()
    result, rng, state = module.start(s), generator(seed), game.new()
    while state.kind != "over":
        assert list(result) == [move.code for move in state.legal_moves()]
        choice = choose(state, rng)
        state.apply(choice)
        result = module.step(s, choice.code)
        assert s[: module.DERIVED] == state.position.s[: module.DERIVED]
    assert result is None


def a_record_replays_to_the_same_state(game: Game, seed: int) -> None:
    rng, state = generator(seed), game.new()
    lines = header(game.info)
    while state.kind != "over":
        choice = choose(state, rng)
        lines.append(f"{state.player or '*'} {choice.notation}")
        state.apply(choice)
    record = read_record("\n".join([*lines, ""]))
    assert replayed(record, game) == state
    assert [str(line) for line in record.lines] == lines[len(header(game.info)) :]


def recall_is_perfect(game: Game, seed: int) -> None:
    """Information states only grow, and equal ones of the player to move have equal moves, in whatever playthrough."""
    known: dict[tuple[str, Any], list[str]] = {}
    for number in range(4 if game.has_secrets else 1):
        seen: dict[str, list[Any]] = {player: [] for player in game.players}
        for state in islice(walk(game, seed * 4 + number, log=True), 80):
            for player in game.players:
                seen[player].append(state.information_state(player))
            if state.player is not None:
                moves = [move.notation for move in state.legal_moves()]
                assert known.setdefault((state.player, seen[state.player][-1]), moves) == moves
        for told in seen.values():
            assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(told))


def a_log_survives_saving(game: Game, seed: int) -> None:
    state = next(s.clone() for i, s in enumerate(walk(game, seed, log=True)) if i == 6 or s.kind == "over")
    loaded = game.from_dict(json.loads(json.dumps(state.to_dict())))
    assert loaded == state
    assert all(loaded.information_state(p) == state.information_state(p) for p in game.players)


def perft_is_the_sum_of_its_division(game: Game, seed: int) -> None:
    for state in some_states(game, seed, 2):
        if state.kind != "over":
            depth = 2 if len(state.legal_moves()) + len(state.outcomes()) < 60 else 1
            assert perft(state, depth) == sum(divide(state, depth).values())
            assert perft(state, 1) == len(state.legal_moves()) + len(state.outcomes())


def promises_hold(game: Game, seed: int) -> None:
    """Of a debug build: what the rules promise is so at every pause and after every verb."""
    for number in range(3):
        for state in walk(game, seed * 3 + number):
            broken = [promise.name for promise in state.broken_promises]
            assert not broken, f"{broken} at {state!r}, playthrough {seed * 3 + number}"


GAME_LAWS: tuple[GameLaw, ...] = (
    new_states_are_equal,
    playthroughs_end_within_the_bound,
    the_fast_path_goes_the_same_way,
    a_record_replays_to_the_same_state,
    recall_is_perfect,
    a_log_survives_saving,
    perft_is_the_sum_of_its_division,
)


def check_state_law(law: StateLaw, game: Game, seed: int, number: int = 12) -> None:
    """A law at several states of a random playthrough."""
    for index, state in enumerate(some_states(game, seed, number)):
        law(state, generator(seed, index))


__all__ = ["GAME_LAWS", "STATE_LAWS", "check_state_law", "some_states", "walk"]
