"""What a compiled game offers, as a protocol: `docs/reference/generated-module.md` says what each function means.

Vectors are lists of small integers (after `DERIVED`, of whatever is recomputed when missing). Codes are the run-time
values of members; see `values.py` for how they become readable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, Final, Protocol, cast

from attrs import frozen

from hoyle.runtime.description import GameInfo, TypeInfo

Vector = list[Any]
# The legal moves at a decision, () at a chance node, None when the game is over. (Debug builds: also DONE.)
Result = Any
Typed = tuple[Any, TypeInfo]
# Number in SHOWN, value, seats, owner and indices of the field.
Shown = tuple[int, Any, frozenset[int], tuple[int, ...]]
# Key of a text that is announced, what its holes say.
Told = tuple[str, tuple[Any, ...]]


PASS: Final = -1
NOT_BEGUN: Final = 0
OVER: Final = -1
NONE: Final = -1
LOW_NONE: Final = -1_000_000
# Places of the vector that mean the same in every game.
PAUSE: Final = 0
ENDING: Final = 1
WON_BY: Final = 2


class Packing(Protocol):
    """How a collection is kept as one number."""

    def pack(self, values: Any, /) -> int: ...
    def unpack(self, packed: int, /) -> Any: ...


class Compiled(Protocol):
    """A generated module."""

    INFO: GameInfo
    DERIVED: int
    SLOTS: tuple[tuple[str, int, TypeInfo, Packing | None], ...]
    SHOWN: tuple[tuple[int, str, TypeInfo, int], ...]

    def new(self) -> Vector: ...
    def start(self, s: Vector, /) -> Result: ...
    def step(self, s: Vector, x: int, /) -> Result: ...
    def moves(self, s: Vector, /) -> list[int]: ...
    def who(self, s: Vector, /) -> int: ...
    def outcomes(self, s: Vector, /) -> Sequence[tuple[int, int]]: ...
    def sample(self, s: Vector, random: Callable[[], float], /) -> int: ...

    def decode(self, m: int, /) -> tuple[int, tuple[Any, ...]]: ...
    def encode(self, action: int, args: tuple[Any, ...], /) -> int: ...
    def decode_outcome(self, s: Vector, x: int, /) -> tuple[Any, ...]: ...
    def encode_outcome(self, s: Vector, values: tuple[Any, ...], /) -> int: ...
    def label(self, s: Vector, domain: str, code: int, /) -> str: ...
    def alias(self, s: Vector, action: int, you: int, args: tuple[Any, ...], /) -> tuple[Any, ...] | None: ...
    def construct(self, s: Vector, domain: str, numbers: tuple[int, ...], /) -> int | None: ...

    def offered(self, s: Vector, action: int, args: tuple[Any, ...], /) -> str: ...
    def out_of_range(self, s: Vector, action: int, you: int, args: tuple[Any, ...], /) -> list[int]: ...
    def refusals(self, s: Vector, action: int, you: int, args: tuple[Any, ...], /) -> list[tuple[int, str, bool]]: ...
    def completions(self, s: Vector, action: int, you: int, args: tuple[Any, ...], /) -> Iterator[tuple[Any, ...]]: ...
    def legal(self, s: Vector, action: int, you: int, args: tuple[Any, ...], /) -> bool: ...
    def values(
        self, s: Vector, action: int, requirement: int, you: int, args: tuple[Any, ...], /
    ) -> tuple[Any, ...]: ...
    def hole(self, s: Vector, key: str, n: int, you: int | None, args: tuple[Any, ...], /) -> Typed: ...

    def score(self, s: Vector, component: int, seat: int, /) -> int: ...
    def provenance(self, s: Vector, component: int, seat: int, /) -> list[tuple[str, tuple[Typed, ...], int]]: ...
    def total(self, s: Vector, seat: int, /) -> int: ...
    def standing(self, s: Vector, /) -> list[frozenset[int]]: ...
    def winners(self, s: Vector, /) -> frozenset[int]: ...
    def view_score(self, s: Vector, component: int, seat: int, viewer: int | None, /) -> int | None: ...
    def sees_argument(self, action: int, position: int, actor: int, viewer: int, /) -> bool: ...
    def sees_hole(self, key: str, n: int, actor: int, viewer: int, /) -> bool: ...
    def sees_outcome(self, s: Vector, seat: int, /) -> bool: ...
    def read_field(self, s: Vector, number: int, indices: tuple[int, ...], /) -> Any: ...
    def write_field(self, s: Vector, number: int, indices: tuple[int, ...], value: Any, /) -> None: ...
    def view_field(self, s: Vector, number: int, indices: tuple[int, ...], seat: int | None, /) -> Any: ...


def as_compiled(module: ModuleType) -> Compiled:
    """A module that was generated, as what it is."""
    return cast(Compiled, module)


class Listening(list[Any]):
    """A vector that is told what `show` shows and `announce` announces."""

    def __init__(self, values: Vector) -> None:
        super().__init__(values)
        self.shown: list[Shown] = []
        self.told: list[Told] = []


@frozen
class Heard:
    """What was shown and announced meanwhile, each in order."""

    shown: tuple[Shown, ...] = ()
    told: tuple[Told, ...] = ()


def listened(s: Vector, work: Callable[[Vector], Result]) -> tuple[Vector, Result, Heard]:
    """Do something with a vector, or a copy of it, and hear what is shown and announced meanwhile: the vector after it,
    what the work answered, and what was heard."""
    if hasattr(s, "shown") and hasattr(s, "told"):  # a debug build's vector listens by itself
        before = len(s.shown), len(s.told)
        result = work(s)
        return s, result, Heard(tuple(s.shown[before[0] :]), tuple(s.told[before[1] :]))
    listening = Listening(s)
    result = work(listening)
    return list(listening), result, Heard(tuple(listening.shown), tuple(listening.told))


def copied(s: Vector) -> Vector:
    """A copy of a vector, with what a debug build's vector carries."""
    clone = getattr(s, "clone", None)
    return s[:] if clone is None else cast(Vector, clone())
