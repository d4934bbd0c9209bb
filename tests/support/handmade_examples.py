"""A debug build by hand, of a game about a heap: a procedure that rolls and asks, an action, and two promises.

to gamble():  roll 2 dice into dice; heap += sum(dice); may choose n in 1..heap: heap -= n
action take(n): require enough: n <= heap; heap -= n
play:         players take turns: must take
always small: heap <= 20;  always odd: the heap is odd (false at first)
"""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

from hoyle.runtime.description import (
    ActionInfo,
    ChanceInfo,
    DecisionInfo,
    DomainInfo,
    EndingInfo,
    ExampleInfo,
    GameInfo,
    PromiseInfo,
    RequirementInfo,
    TypeInfo,
)

NUMBER = TypeInfo("int", low=0, high=30)
DICE = TypeInfo("bag", of=TypeInfo("int", low=1, high=6))
INFO = GameInfo(
    name="Gamble", title="Gamble", identity="gamble", variants=(), options={},
    players=("player_1", "player_2"), seat_codes=(0, 1), deciding=("player_1", "player_2"), teams={},
    domains={"Player": DomainInfo("Player", "player", (0, 1), ("player_1", "player_2"))},
    fields=(),
    actions=(
        ActionInfo(0, "take", "take", (("n", NUMBER),), None, (), (RequirementInfo("enough", None, (), 3),)),
        ActionInfo(1, "choose", "gamble.choose_1", (("n", NUMBER),), None, (), ()),
    ),
    decisions=(
        DecisionInfo(1, "play.must_1", "must", (0,), (0,), False, None, None),
        DecisionInfo(3, "gamble.choose_1", "may", (1,), (0,), True, None, None),
    ),
    chances=(ChanceInfo(2, "gamble.roll_1", "roll", (("dice", DICE),)),),
    components=(), endings=(EndingInfo("play.end"),),
    promises=(PromiseInfo("small", (), None, 8), PromiseInfo("odd", (), None, 9)),
    has_winner=False,
)  # fmt: skip

DONE = "done"
SHOWN = ()
DERIVED = 5
SLOTS = ()
EXAMPLES: tuple[ExampleInfo, ...] = ()
_HEAP, _TURN = 3, 4
_ROLLS = tuple(combinations_with_replacement(range(1, 7), 2))


class Vector(list[Any]):
    def __init__(self, values: list[Any]) -> None:
        super().__init__(values)
        self.broken: list[int] = []
        self.suspended: set[int] = set()


def new() -> Vector:
    return Vector([0, 0, 0, 10, 0])


def enter(s: Vector, verb: str, you: int | None, args: tuple[Any, ...]) -> Any:
    match verb:
        case "take":
            s[_HEAP] -= args[0]
            return _ended(s)
        case "gamble":
            s[0] = 2
        case "play":
            s[0], s[_TURN] = 1, 0
    return go_on(s)


def go_on(s: Vector) -> Any:
    _watch(s)
    return () if s[0] == 2 else moves(s)


def _watch(s: Vector) -> None:
    s.broken += [n for n in (0, 1) if n not in s.broken and n not in s.suspended and not promise(s, n)]


def _ended(s: Vector) -> Any:
    s[0] = 0
    _watch(s)
    return DONE


def promise(s: Vector, number: int) -> bool:
    return bool(s[_HEAP] <= 20 if number == 0 else s[_HEAP] % 2)


def moves(s: Vector) -> list[int]:
    if s[0] == 3:
        return [*range(100, 100 + min(s[_HEAP], 3)), -1]
    return list(range(1, min(s[_HEAP], 3) + 1))


def step(s: Vector, x: int) -> Any:
    if s[0] == 2:
        s[_HEAP] += sum(_ROLLS[x])
        s[0] = 3
        return go_on(s)
    if s[0] == 3:
        s[_HEAP] -= x - 99 if x >= 0 else 0
        return _ended(s)
    s[_HEAP] -= x
    s[_TURN] = 1 - s[_TURN]
    if s[_HEAP]:
        return go_on(s)
    s[0], s[1] = -1, 1
    return None


def who(s: Vector) -> int:
    return int(s[_TURN])


def outcomes(s: Vector) -> list[tuple[int, int]]:
    return [(i, 1 if a == b else 2) for i, (a, b) in enumerate(_ROLLS)]


def sample(s: Vector, random: Callable[[], float]) -> int:
    return int(random() * len(_ROLLS))


def decode(m: int) -> tuple[int, tuple[Any, ...]]:
    return (1, (m - 99,)) if m >= 100 else (0, (m,))


def encode(action: int, args: tuple[Any, ...]) -> int:
    return int(args[0] + 99 * action)


def decode_outcome(s: Vector, x: int) -> tuple[Any, ...]:
    return (_ROLLS[x],)


def encode_outcome(s: Vector, values: tuple[Any, ...]) -> int:
    return _ROLLS.index(values[0])


def offered(s: Vector, action: int, args: tuple[Any, ...]) -> str:
    return "" if s[0] == {0: 1, 1: 3}[action] else "not_now"


def out_of_range(s: Vector, action: int, you: int, args: tuple[Any, ...]) -> list[int]:
    return [0] if args[0] is not None and not 1 <= args[0] <= 3 else []


def refusals(s: Vector, action: int, you: int, args: tuple[Any, ...]) -> list[tuple[int, str, bool]]:
    return [] if action == 1 or args[0] <= s[_HEAP] else [(0, "", False)]


def completions(s: Vector, action: int, you: int, args: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    return ((n,) for n in (1, 2, 3))


def legal(s: Vector, action: int, you: int, args: tuple[Any, ...]) -> bool:
    return not out_of_range(s, action, you, args) and not refusals(s, action, you, args)


def alias(s: Vector, action: int, you: int, args: tuple[Any, ...]) -> tuple[Any, ...] | None:
    return None


def values(s: Vector, action: int, requirement: int, you: int, args: tuple[Any, ...]) -> tuple[Any, ...]:
    return ()


def winners(s: Vector) -> frozenset[int]:
    return frozenset({1 - s[_TURN]})
