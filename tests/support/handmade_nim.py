"""Nim as the compiler might write it, by hand: three heaps, whoever takes the last stick wins.

A module like the generated ones (`docs/reference/generated-module.md`), so that the runtime can be tested alone.
"""

from collections.abc import Callable, Iterator
from typing import Any

from hoyle.runtime.description import (
    ActionInfo,
    DecisionInfo,
    DomainInfo,
    EndingInfo,
    FieldInfo,
    GameInfo,
    RequirementInfo,
    SeenInfo,
    TextInfo,
    TypeInfo,
)

HEAP = TypeInfo("member", "Heap")
STICKS = TypeInfo("int", low=0, high=7)
NUMBER = TypeInfo("int", low=1, high=7)

INFO = GameInfo(
    name="HandNim",
    title="Nim by hand",
    identity="nim-by-hand",
    variants=(),
    options={"last_wins": True},
    players=("player_1", "player_2"),
    seat_codes=(0, 1),
    deciding=("player_1", "player_2"),
    teams={},
    domains={
        "Heap": DomainInfo("Heap", "enum", (0, 1, 2), ("a", "b", "c_heap")),
        "Player": DomainInfo("Player", "player", (0, 1), ("player_1", "player_2")),
    },
    fields=(
        FieldInfo(
            0, "Heap.sticks", "sticks", "Heap", (), STICKS, "scalar",
            (SeenInfo("content", {0: (0, 1), 1: (0, 1), 2: (0, 1)}),),
        ),
    ),
    actions=(
        ActionInfo(
            0, "take", "take", (("h", HEAP), ("n", NUMBER)),
            TextInfo("take", "Take {n} sticks from heap {h}", ("Take ", 0, " sticks from heap ", 1), ("n", "h")),
            ("N-1",),
            (
                RequirementInfo(
                    "enough", TextInfo("take.enough", "Heap {h} holds less.", ("Heap ", 0, " holds less."), ("h",)),
                    ("N-2",), 12, (("h.sticks", STICKS), ("n", NUMBER)),
                ),
                RequirementInfo("lucky", None, (), 13, (("n", NUMBER),)),
            ),
        ),
    ),
    decisions=(DecisionInfo(1, "play.must_1", "must", (0,), (0,), False, None, None),),
    chances=(),
    components=(),
    endings=(EndingInfo("N-3"),),
    promises=(),
    has_winner=False,
    max_moves=15,
    words={"ja": {"take": "{h}から{n}本取る", "Heap.a": "甲"}},
)  # fmt: skip

SHOWN = ()
DERIVED = 7
_TURN = 6
SLOTS = (("play.you", _TURN, TypeInfo("member", "Player"), None),)


def new() -> list[Any]:
    return [0, 0, 0, 0, 0, 0, 0]


def start(s: list[Any]) -> Any:
    s[3:6] = [3, 5, 7]
    s[0] = 1
    return moves(s)


def moves(s: list[Any]) -> list[int]:
    return [h * 7 + n - 1 for h in range(3) for n in range(1, s[3 + h] + 1) if n != 6]


def step(s: list[Any], x: int) -> Any:
    s[3 + x // 7] -= x % 7 + 1
    if s[3] + s[4] + s[5] == 0:
        s[0], s[1], s[2], s[_TURN] = -1, 1, (1 << s[_TURN]) + 1, 0
        return None
    s[_TURN] = 1 - s[_TURN]
    return moves(s)


def who(s: list[Any]) -> int:
    return int(s[_TURN])


def outcomes(s: list[Any]) -> list[tuple[int, int]]:
    raise AssertionError("there is no chance in nim")


def sample(s: list[Any], random: Callable[[], float]) -> int:
    raise AssertionError("there is no chance in nim")


def decode(m: int) -> tuple[int, tuple[Any, ...]]:
    return 0, (m // 7, m % 7 + 1)


def encode(action: int, args: tuple[Any, ...]) -> int:
    h, n = args
    if h not in (0, 1, 2) or not 1 <= n <= 7:
        raise ValueError(args)
    return int(h * 7 + n - 1)


def decode_outcome(s: list[Any], x: int) -> tuple[Any, ...]:
    raise AssertionError("there is no chance in nim")


def encode_outcome(s: list[Any], values: tuple[Any, ...]) -> int:
    raise AssertionError("there is no chance in nim")


def label(s: list[Any], domain: str, code: int) -> str:
    return INFO.domains[domain].labels[code]


def construct(s: list[Any], domain: str, numbers: tuple[int, ...]) -> int | None:
    return None


def offered(s: list[Any], action: int, args: tuple[Any, ...]) -> str:
    return "" if s[0] == 1 else "not_now"


def out_of_range(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> list[int]:
    return [1] if args[1] is not None and not 1 <= args[1] <= 7 else []


def refusals(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> list[tuple[int, str, bool]]:
    h, n = args
    if h is None or n is None:
        return [(0, "", True), (1, "", True)]
    enough: list[tuple[int, str, bool]] = [] if n <= s[3 + h] else [(0, "", False)]
    return enough + ([(1, "", False)] if n == 6 else [])


def completions(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for h in range(3) if args[0] is None else [args[0]]:
        for n in range(1, 8) if args[1] is None else [args[1]]:
            yield h, n


def legal(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> bool:
    return not out_of_range(s, action, you, args) and not refusals(s, action, you, args)


def alias(s: list[Any], action: int, you: int, args: tuple[Any, ...]) -> tuple[Any, ...] | None:
    return None


def values(s: list[Any], action: int, requirement: int, you: int, args: tuple[Any, ...]) -> tuple[Any, ...]:
    h, n = args
    return (s[3 + h], n) if requirement == 0 else (n,)


def hole(s: list[Any], key: str, n: int, you: int | None, args: tuple[Any, ...]) -> tuple[Any, TypeInfo]:
    if key == "take":
        return (args[1], NUMBER) if n == 0 else (args[0], HEAP)
    return args[0], HEAP


def score(s: list[Any], component: int, seat: int) -> int:
    raise AssertionError("nim has no scores")


def provenance(s: list[Any], component: int, seat: int) -> list[Any]:
    raise AssertionError("nim has no scores")


def total(s: list[Any], seat: int) -> int:
    return 0


def standing(s: list[Any]) -> list[frozenset[int]]:
    return []


def winners(s: list[Any]) -> frozenset[int]:
    return frozenset(seat for seat in (0, 1) if s[2] - 1 >> seat & 1) if s[2] else frozenset()


def read_field(s: list[Any], number: int, indices: tuple[int, ...]) -> Any:
    return s[3 + indices[0]]


def write_field(s: list[Any], number: int, indices: tuple[int, ...], value: Any) -> None:
    if not 0 <= value <= 7:
        raise ValueError(value)
    s[3 + indices[0]] = value


def view_field(s: list[Any], number: int, indices: tuple[int, ...], seat: int | None) -> Any:
    return s[3 + indices[0]]


def view_score(s: list[Any], component: int, seat: int, viewer: int | None) -> int | None:
    raise AssertionError("nim has no scores")


def sees_argument(action: int, position: int, actor: int, viewer: int) -> bool:
    return True


def sees_hole(key: str, n: int, actor: int, viewer: int) -> bool:
    return True


def sees_outcome(s: list[Any], seat: int) -> bool:
    raise AssertionError("there is no chance in nim")
