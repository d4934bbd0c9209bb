"""What holds of every game without being asked (language 15.10): laws of single states, each a function that raises
`LawBroken`. None of them changes the state."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from attrs import frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.compiled import Vector, copied
from hoyle.runtime.description import ActionInfo, FieldInfo, TypeInfo
from hoyle.runtime.errors import RuleError
from hoyle.runtime.explain import reasons
from hoyle.runtime.moves import Move, Outcome, move_of
from hoyle.runtime.problems import UserError, tell_rule_error
from hoyle.runtime.reading import Deed, code_of
from hoyle.runtime.rules import Position
from hoyle.runtime.state import State
from hoyle.runtime.support import Hidden, Partly
from hoyle.runtime.values import is_within
from hoyle.runtime.views import observation

_TUPLES: Final = 400  # of arguments of each action that are tried at a state; all of them, if there are no more
_CHOICES: Final = 12  # moves and outcomes that are tried at a state


class LawBroken(UserError):  # noqa: N818 - not every one is an error of a program
    """A law does not hold; the text says in what."""


Law = Callable[[State, random.Random], None]


def choices_of(state: State) -> list[Move | Outcome]:
    """All that can happen next."""
    return [*state.legal_moves(), *(outcome for outcome, _ in state.outcomes())]


def _some(state: State, rng: random.Random, number: int = _CHOICES) -> list[Move | Outcome]:
    choices = choices_of(state)
    return rng.sample(choices, min(len(choices), number))


# ------------------------------------------------------------------------------------------------ values


def values_are_in_range(state: State, rng: random.Random) -> None:
    """Every field holds a value of its type."""
    position = state.position
    for info in position.rules.info.fields:
        for place in position.rules.places(info):
            value = position.module.read_field(position.s, info.number, place)
            parts = [*value[0], *value[1]] if info.kind in ("bag", "pile") else [value]
            kind = info.type.of if info.kind in ("bag", "pile") and info.type.of is not None else info.type
            if not all(_has_value(position, part, kind) for part in parts):
                raise LawBroken("law.range", field=info.key, place=place, value=value)


def _has_value(position: Position, value: Any, kind: TypeInfo) -> bool:
    if kind.of is not None:
        return all(_has_value(position, item, kind.of) for item in value)
    if kind.domain is not None:
        return value in position.values.domains[kind.domain].codes or (kind.optional and value == -1)
    return is_within(value, kind)


def components_are_conserved(state: State, rng: random.Random) -> None:
    """Every component lies in exactly one place: there are as many of each kind as at the beginning. Where rules draw
    them into names or local zones, which are no fields, there are at most as many."""
    position = state.position
    info, first = position.rules.info, Position(position.rules, position.module.new())
    begun, now = _components(first), _components(position)
    for kind, counts in now.items():
        for code in (counts | begun[kind]) if kind not in info.made else ():
            before, count = begun[kind][code], counts[code]
            if count > before or (count < before and kind not in info.untracked):
                name = position.values.notation(position.s, code, kind)
                raise LawBroken("law.components", component=name, count=count, before=before)


def _components(position: Position) -> dict[TypeInfo, Counter[int]]:
    """How many components of each kind lie in all zones of their type. Those not drawn yet are in a pool, which zones
    share: it counts once."""
    found: dict[TypeInfo, Counter[int]] = {}
    pools: dict[tuple[TypeInfo, int], tuple[int, ...]] = {}
    for info in position.rules.info.fields:
        if info.kind not in ("bag", "pile") or info.type.of is None:
            continue
        counts = found.setdefault(info.type.of, Counter())
        for place in position.rules.places(info):
            prefix, rest, tokens, pool, *number = position.module.read_field(position.s, info.number, place)
            counts.update(prefix)
            counts.update(rest)
            if tokens:
                pools[info.type.of, number[0]] = pool
    for (kind, _), pool in pools.items():
        found[kind].update(pool)
    return found


def scores_add_up(state: State, rng: random.Random) -> None:
    """What paid a component of a score adds up to it, and the components to the total."""
    for player, score in state.scores().items():
        if sum(score.components.values()) != score.total:
            raise LawBroken("law.total", player=player, total=score.total)
        for component, points in score.components.items():
            if sum(part.points for part in state.trace(player, component)) != points:
                raise LawBroken("law.trace", player=player, component=component, points=points)


# ------------------------------------------------------------------------------------------------ moves


def every_move_applies(state: State, rng: random.Random) -> None:
    """Whatever is legal can be done, and the game waits for something after it, or is over."""
    for choice in _some(state, rng):
        after = state.clone()
        try:
            after.apply(choice)
        except RuleError as error:
            raise LawBroken("law.applies", move=choice.notation, why=tell_rule_error(error)) from error
        if after.kind != "over" and not choices_of(after):
            raise LawBroken("law.stuck", move=choice.notation)


def moves_are_those_of_brute_force(state: State, rng: random.Random) -> None:
    """A tuple of arguments is in the list of moves exactly if nothing speaks against it, and each move once."""
    if state.kind != "decision":
        return
    position, codes = state.position, [move.code for move in state.legal_moves()]
    if len(set(codes)) != len(codes):
        raise LawBroken("law.twice", moves=", ".join(str(move) for move in state.legal_moves()))
    decision, you = position.decision, position.you
    assert decision is not None and you is not None
    for number in decision.actions:
        action = position.rules.actions[number]
        for args in _tuples(position, action, rng):
            told = reasons(position, Deed(action, args), you, "en", asked=True)
            if (code_of(position, Deed(action, args), codes) is not None) == bool(told):
                said = position.module.encode(number, args)
                key = "law.unlisted" if not told else "law.listed"
                why = "; ".join(reason.text for reason in told)
                raise LawBroken(key, move=move_of(position, said).notation, why=why)


def _tuples(position: Position, action: ActionInfo, rng: random.Random) -> Iterator[tuple[Any, ...]]:
    """Tuples of arguments of an action: all there are, or some."""
    kinds = [kind for _, kind in action.params]
    ranges = [_members(position, kind) for kind in kinds]
    if None not in ranges and math.prod(len(r) for r in ranges if r is not None) <= _TUPLES:
        yield from product(*(r for r in ranges if r is not None))
        return
    for _ in range(_TUPLES // 4):
        args = tuple(any_value_of(position, kind, rng) for kind in kinds)
        try:
            position.module.encode(action.number, args)
        except ValueError:
            continue  # more than a move can hold
        yield args


def _members(position: Position, kind: TypeInfo) -> tuple[Any, ...] | None:
    """All values of a scalar type; None if it has too many, or is none."""
    if kind.of is not None or kind.optional:
        return None
    if kind.kind == "bool":
        return (False, True)
    if kind.domain is None and (kind.low is None or kind.high is None or kind.high - kind.low > _TUPLES):
        return None
    return position.rules.codes(kind.domain, kind.low, kind.high)


def any_value_of(position: Position, kind: TypeInfo, rng: random.Random) -> Any:
    """Any value of a type, whether in range or not."""
    if kind.kind == "bool":
        return rng.random() < 0.5
    if kind.of is not None:
        chosen = tuple(any_value_of(position, kind.of, rng) for _ in range(rng.randrange(4)))
        return frozenset(chosen) if kind.kind == "set" else tuple(sorted(chosen)) if kind.kind == "bag" else chosen
    if kind.domain is not None:
        return rng.choice(position.rules.codes(kind.domain, None, None))
    low, high = (kind.low or 0), (kind.high if kind.high is not None else (kind.low or 0) + 9)
    return rng.randint(low, high)


def notation_is_read_back(state: State, rng: random.Random) -> None:
    """What a move is written as is read as that move."""
    for choice in _some(state, rng):
        try:
            same = state.game.parse(state, choice.notation) == choice
        except UserError as error:
            raise LawBroken("law.notation", move=choice.notation, why=error) from error
        if not same:
            raise LawBroken("law.notation", move=choice.notation, why="")


def chance_is_exact(state: State, rng: random.Random) -> None:
    """The probabilities of chance are positive and sum to one, and each outcome is listed once."""
    outcomes = state.outcomes()
    if not outcomes:
        return
    names = {outcome.notation for outcome, _ in outcomes}
    if sum(p for _, p in outcomes) != Fraction(1) or min(p for _, p in outcomes) <= 0 or len(names) < len(outcomes):
        raise LawBroken("law.chance", outcomes=", ".join(f"{outcome} {p}" for outcome, p in outcomes[:8]))


# ------------------------------------------------------------------------------------------------ identities


def copies_are_equal_and_independent(state: State, rng: random.Random) -> None:
    """A copy equals the state, does not move it, and goes the same way by the same move."""
    for choice in _some(state, rng, 2):
        one, other, before = state.clone(), state.clone(), state.to_dict()
        one.apply(choice)
        other.apply(choice)
        if one != other or hash(one) != hash(other) or choices_of(one) != choices_of(other):
            raise LawBroken("law.same_way", move=choice.notation)
        if state.to_dict() != before:
            raise LawBroken("law.copy", move=choice.notation)


def saving_is_undone_by_loading(state: State, rng: random.Random) -> None:
    """A state that is saved and loaded is the same state, with the same moves."""
    try:
        loaded = state.game.from_dict(json.loads(json.dumps(state.to_dict())))
    except UserError as error:
        raise LawBroken("law.saved", why=error) from error
    if loaded != state or choices_of(loaded) != choices_of(state):
        raise LawBroken("law.saved", why="")


# ------------------------------------------------------------------------------------------------ secrets


def what_is_hidden_does_not_show(state: State, rng: random.Random) -> None:
    """Permuting what a player cannot see changes neither what that player sees nor what that player may do."""
    position = state.position
    if not position.rules.has_secrets:
        return
    for seat, name in position.rules.seat_name.items():
        other = Position(position.rules, permuted(position, seat, rng))
        if _seen(other, seat) != _seen(position, seat):
            raise LawBroken("law.leak", player=name)
        if position.you == seat and other.module.moves(copied(other.s)) != position.module.moves(copied(position.s)):
            raise LawBroken("law.leak_moves", player=name)


def _seen(position: Position, seat: int) -> dict[str, Any]:
    """The observation but for who won, which secrets may have decided."""
    return {key: value for key, value in observation(position, seat).items() if key != "over"}


def permuted(position: Position, seat: int, rng: random.Random) -> Vector:
    """The vector with everything changed that the seat does not see: hidden scalars get any value, the components in
    hidden zones are dealt anew among them, each keeping its number, and piles are shuffled below a visible top."""
    module, s = position.module, copied(position.s)
    zones: dict[Any, list[tuple[FieldInfo, tuple[int, ...]]]] = {}
    for info in position.rules.info.fields:
        for place in position.rules.places(info):
            view = module.view_field(position.s, info.number, place, seat)
            if isinstance(view, Hidden) and info.kind in ("bag", "pile"):
                if view.count is not None and module.read_field(s, info.number, place)[2] == 0:
                    zones.setdefault(info.type.of, []).append((info, place))
            elif isinstance(view, Hidden):
                module.write_field(s, info.number, place, any_value_of(position, info.type, rng))
            elif isinstance(view, Partly):
                _permute_below_top(position, info, place, s, rng)
    for places in zones.values():
        _deal_anew(position, places, s, rng)
    s[module.DERIVED :] = [None] * len(s[module.DERIVED :])
    return s


def _deal_anew(
    position: Position, places: list[tuple[FieldInfo, tuple[int, ...]]], s: Vector, rng: random.Random
) -> None:
    contents = [position.module.read_field(position.s, info.number, place) for info, place in places]
    components = [code for prefix, rest, *_ in contents for code in (*prefix, *rest)]
    rng.shuffle(components)
    dealt = iter(components)
    for (info, place), (prefix, rest, *others) in zip(places, contents, strict=True):
        known = tuple(next(dealt) for _ in prefix)
        unordered = tuple(sorted(next(dealt) for _ in rest))
        position.module.write_field(s, info.number, place, (known, unordered, *others))


def _permute_below_top(
    position: Position, info: FieldInfo, place: tuple[int, ...], s: Vector, rng: random.Random
) -> None:
    prefix, *rest = position.module.read_field(position.s, info.number, place)
    below = list(prefix[1:])
    rng.shuffle(below)
    position.module.write_field(s, info.number, place, (prefix[:1] + tuple(below), *rest))


# ------------------------------------------------------------------------------------------------ all of them


@frozen
class NamedLaw:
    """A law with its name; `text` says what it demands."""

    name: str
    check: Law

    @property
    def text(self) -> str:
        return self.said("en")

    def said(self, language: str) -> str:
        return message(language, f"law.{self.name}")


LAWS: Final[tuple[NamedLaw, ...]] = tuple(
    NamedLaw(law.__name__, law)
    for law in (
        values_are_in_range,
        components_are_conserved,
        scores_add_up,
        every_move_applies,
        moves_are_those_of_brute_force,
        notation_is_read_back,
        chance_is_exact,
        copies_are_equal_and_independent,
        saving_is_undone_by_loading,
        what_is_hidden_does_not_show,
    )
)
