"""Dare, by hand: each player gets a secret number, then may throw two dice (a bag) for points, twice each in turn.

What nim lacks: chance, multisets, a secret, `pass`, scores with components, a winner, and a move with two names: the
player first chooses an unordered pair of dice colours, `same pair(b, a)`.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from hoyle.runtime.description import (
    ActionInfo,
    ChanceInfo,
    ComponentInfo,
    DecisionInfo,
    DomainInfo,
    EndingInfo,
    FieldInfo,
    GameInfo,
    SeenInfo,
    TextInfo,
    TypeInfo,
)
from hoyle.runtime.support import Hidden

COLOUR = TypeInfo("member", "Colour")
SECRET = TypeInfo("int", low=0, high=3)
POINTS = TypeInfo("int", low=0, high=60)
DICE = TypeInfo("bag", of=TypeInfo("int", low=1, high=6))
SEEN = SeenInfo("content", {0: (0, 1), 1: (0, 1)})
OWN = SeenInfo("content", {0: (0,), 1: (1,)})

INFO = GameInfo(
    name="Dare",
    title="Dare",
    identity="dare-by-hand",
    variants=("double",),
    options={},
    players=("player_1", "player_2"),
    seat_codes=(0, 1),
    deciding=("player_1", "player_2"),
    teams={},
    domains={
        "Colour": DomainInfo("Colour", "enum", (0, 1, 2), ("red", "blue", "green")),
        "Player": DomainInfo("Player", "player", (0, 1), ("player_1", "player_2")),
    },
    fields=(
        FieldInfo(0, "Player.secret", "secret", "Player", (), SECRET, "scalar", (OWN,)),
        FieldInfo(1, "Player.points", "points", "Player", (), POINTS, "scalar", (SEEN,)),
    ),
    actions=(
        ActionInfo(0, "pair", "pair", (("a", COLOUR), ("b", COLOUR)), None, (), ()),
        ActionInfo(1, "throw", "throw", (), TextInfo("throw", "Throw", ("Throw",)), (), ()),
    ),
    decisions=(
        DecisionInfo(1, "play.must_1", "must", (0,), (0,), False, None, None),
        DecisionInfo(3, "play.may_1", "may", (1,), (0,), True, TextInfo("play.may_1", "Dare?", ("Dare?",)),
                     TextInfo("play.pass_1", "Hold", ("Hold",))),
    ),
    chances=(
        ChanceInfo(2, "play.draw_1", "draw", (("secret", SECRET),)),
        ChanceInfo(4, "throw.roll_1", "roll", (("dice", DICE),)),
    ),
    components=(
        ComponentInfo(0, "thrown", None, (0, 1), ()),
        ComponentInfo(1, "secret", TextInfo("score.secret", "Secret number", ("Secret number",)), (0, 1), ()),
    ),
    endings=(EndingInfo("play.end"),),
    promises=(),
    has_winner=True,
    max_moves=5,
)  # fmt: skip

# pause, ending, won by, secrets, points, turn, rounds left
SHOWN = ()
DERIVED = 9
_SECRET, _POINTS, _TURN, _LEFT = 3, 5, 7, 8
SLOTS = (
    ("play.you", _TURN, TypeInfo("member", "Player"), None),
    ("play.left", _LEFT, TypeInfo("int", low=0, high=4), None),
)
_PAIRS = tuple(combinations_with_replacement(range(1, 7), 2))


def new() -> list[Any]:
    return [0] * DERIVED


def start(s: list[Any]) -> Any:
    s[0], s[_LEFT] = 1, 4
    return moves(s)


def moves(s: list[Any]) -> list[int]:
    if s[0] == 1:
        return [a * 3 + b for a in range(3) for b in range(a + 1, 3)]
    return [9, -1]


def step(s: list[Any], x: int) -> Any:
    if s[0] == 1:
        s[0] = 2
        return ()
    if s[0] == 2:
        s[_SECRET + s[_TURN]] = x
        s[_TURN] = 1 - s[_TURN]
        return () if s[_TURN] else _ask(s)
    if s[0] == 3 and x == 9:
        s[0] = 4
        return ()
    if s[0] == 4:
        s[_POINTS + s[_TURN]] += sum(_PAIRS[x])
    return _next_turn(s)


def _ask(s: list[Any]) -> list[int]:
    s[0] = 3
    return moves(s)


def _next_turn(s: list[Any]) -> Any:
    s[_LEFT] -= 1
    s[_TURN] = 1 - s[_TURN]
    if s[_LEFT]:
        return _ask(s)
    s[0], s[1], s[_TURN] = -1, 1, 0
    return None


def who(s: list[Any]) -> int:
    return int(s[_TURN])


def outcomes(s: list[Any]) -> list[tuple[int, int]]:
    if s[0] == 2:
        return [(1, 1), (2, 1), (3, 1)]
    return [(i, 1 if a == b else 2) for i, (a, b) in enumerate(_PAIRS)]


def sample(s: list[Any], random: Callable[[], float]) -> int:
    weights = outcomes(s)
    left = random() * sum(weight for _, weight in weights)
    for code, weight in weights:
        left -= weight
        if left < 0:
            return code
    return weights[-1][0]


def decode(m: int) -> tuple[int, tuple[Any, ...]]:
    return (1, ()) if m == 9 else (0, (m // 3, m % 3))


def encode(action: int, args: tuple[Any, ...]) -> int:
    return 9 if action == 1 else int(args[0] * 3 + args[1])


def decode_outcome(s: list[Any], x: int) -> tuple[Any, ...]:
    return (x,) if s[0] == 2 else (_PAIRS[x],)


def encode_outcome(s: list[Any], values: tuple[Any, ...]) -> int:
    return int(values[0]) if s[0] == 2 else _PAIRS.index(values[0])


def label(s: list[Any], domain: str, code: int) -> str:
    return INFO.domains[domain].labels[code]


def construct(s: list[Any], domain: str, numbers: tuple[int, ...]) -> int | None:
    return None


def offered(s: list[Any], action: int, args: tuple[Any, ...]) -> str:
    return "" if s[0] == {0: 1, 1: 3}[action] else "not_now"


def out_of_range(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> list[int]:
    return [1] if action == 0 and args[0] is not None and args[0] == args[1] else []


def refusals(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> list[tuple[int, str, bool]]:
    return []


def completions(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for a in range(3) if args[0] is None else [args[0]]:
        yield from ((a, b) for b in range(3) if b != a and args[1] in (None, b))


def legal(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> bool:
    return not out_of_range(s, action, you, args)


def alias(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> tuple[Any, ...] | None:
    return (args[1], args[0]) if action == 0 and args[1] < args[0] else None


def values(s: list[Any], action: int, requirement: int, you: int, args: tuple[Any, ...]) -> tuple[Any, ...]:
    raise AssertionError("no action of dare requires anything")


def hole(s: list[Any], key: str, n: int, you: int | None, args: tuple[Any, ...]) -> tuple[Any, TypeInfo]:
    raise AssertionError("no text of dare has a hole")


def score(s: list[Any], component: int, seat: int) -> int:
    return int(s[(_POINTS, _SECRET)[component] + seat])


def view_score(s: list[Any], component: int, seat: int, viewer: int | None) -> int | None:
    return None if component == 1 and viewer != seat else score(s, component, seat)


def provenance(s: list[Any], component: int, seat: int) -> list[Any]:
    points = score(s, component, seat)
    return [(("points", "secret")[component], ((seat, TypeInfo("member", "Player")),), points)] if points else []


def total(s: list[Any], seat: int) -> int:
    return score(s, 0, seat) + score(s, 1, seat)


def standing(s: list[Any]) -> list[frozenset[int]]:
    a, b = total(s, 0), total(s, 1)
    if a == b:
        return [frozenset({0, 1}), frozenset()]
    return [frozenset({0}), frozenset({1})] if a > b else [frozenset({1}), frozenset({0})]


def winners(s: list[Any]) -> frozenset[int]:
    return standing(s)[0]


def sees_outcome(s: list[Any], seat: int) -> bool:
    return bool(s[0] == 4 or s[_TURN] == seat)


def sees_argument(action: int, position: int, actor: int, viewer: int) -> bool:
    return True


def sees_hole(key: str, n: int, actor: int, viewer: int) -> bool:
    return True


def read_field(s: list[Any], number: int, indices: tuple[int, ...]) -> Any:
    return s[(_SECRET, _POINTS)[number] + indices[0]]


def write_field(s: list[Any], number: int, indices: tuple[int, ...], value: Any) -> None:
    s[(_SECRET, _POINTS)[number] + indices[0]] = value


def view_field(s: list[Any], number: int, indices: tuple[int, ...], seat: int | None) -> Any:
    return Hidden() if number == 0 and seat != indices[0] else read_field(s, number, indices)


# The chance of each total of two dice, for tests.
DICE_TOTALS = {t: Fraction(6 - abs(7 - t), 36) for t in range(2, 13)}
