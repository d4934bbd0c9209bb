"""Expressions of invented games: of a wanted type, over what can be named where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Final

from attrs import evolve, field, frozen


@frozen
class Type:
    """kind: int (low to high), bool, member (of the type `name`, perhaps `optional`), set (of members)."""

    kind: str
    name: str = ""
    low: int = 0
    high: int = 0
    optional: bool = False

    @property
    def text(self) -> str:
        match self.kind:
            case "int":
                return f"{self.low}..{self.high}"
            case "bool":
                return "bool"
            case "set":
                return f"set of {self.name}"
        return f"{self.name} or none" if self.optional else self.name


_COORDINATES: Final = {"grid": "xy", "hexes": "qr"}
_SIDES: Final = {
    "grid": ["north", "east", "south", "west", "northeast"],
    "track": ["next", "previous"],
}

INT: Final = Type("int", "", 0, 9)
BOOL: Final = Type("bool")
SEAT: Final = Type("member", "Player")


@frozen
class Field:
    """A field that is no zone. owner: the type that has it, "" for the game; index: the type of its index, or ""."""

    name: str
    type: Type
    owner: str = ""
    index: str = ""
    is_secret: bool = False  # seen by its owner


@frozen
class Zone:
    """A zone of cards. seen: all, owner, nobody, top."""

    name: str
    kind: str
    owner: str = ""
    seen: str = "all"


@frozen
class Define:
    name: str
    type: Type
    params: tuple[Type, ...] = ()
    reads_you: bool = False
    reads_secrets: bool = False


@frozen
class Deed:
    """An action. params: the types of its parameters."""

    name: str
    params: tuple[Type, ...]


@frozen
class World:
    """What an invented game declares. members: of each type, in order; boards: of each its kind (grid, hexes, track,
    ring); numbers: the integer columns of Card; edges: the board that has a type of edges, Border; dice: is there a
    bag of them?"""

    members: dict[str, tuple[str, ...]]
    boards: dict[str, str]
    edges: str = ""
    dice: bool = False
    numbers: tuple[str, ...] = ()
    colours: str = ""  # the column of Card that holds members of the enumeration
    fields: tuple[Field, ...] = ()
    zones: tuple[Zone, ...] = ()
    defines: tuple[Define, ...] = ()
    deeds: tuple[Deed, ...] = ()
    options: tuple[tuple[str, Type], ...] = ()
    components: tuple[str, ...] = ()


@frozen
class Scope:
    """Where an expression stands. is_open: only what all players see may be read, and what `you` sees; state: whether
    fields may be read; can: whether what can be done may be asked; sure: nothing that is undefined at times."""

    locals: tuple[tuple[str, Type], ...] = ()
    you: bool = False
    is_open: bool = True
    can: bool = False
    state: bool = True
    sure: bool = False

    def having(self, *more: tuple[str, Type]) -> Scope:
        return evolve(self, locals=(*self.locals, *more))

    @property
    def loose(self) -> Scope:
        """As a condition in it, where undefined is as good as false."""
        return evolve(self, sure=False)


@frozen
class Writer:
    """Writes expressions. depth: how deep they nest at most."""

    rng: Random
    world: World
    counter: list[int] = field(factory=lambda: [0])

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self.counter[0] += 1
        return f"{stem}{self.counter[0]}"

    def one(self, items: Sequence[str] | Sequence[Callable[[], str]]) -> str:
        """One of some texts, or of what some functions write."""
        chosen = items[self.rng.randrange(len(items))]
        return chosen if isinstance(chosen, str) else chosen()

    def of(self, type_: Type, scope: Scope, depth: int = 3) -> str:
        """An expression of a type; undefined at times."""
        match type_.kind:
            case "int":
                return self.number(scope, depth)
            case "bool":
                return self.truth(scope, depth)
            case "set":
                return self.set_of(type_.name, scope, depth)
        return self.member(type_, scope, depth)

    # -------------------------------------------------------------------------------------------- what is there

    def fields(self, kind: str, name: str, scope: Scope, optional: bool, depth: int) -> list[Callable[[], str]]:
        """Fields of a kind, as they can be read here."""
        found: list[Callable[[], str]] = []
        for f in self.world.fields if scope.state else ():
            if f.type.kind != kind or f.type.name != name or (f.type.optional and not optional):
                continue
            if f.is_secret and scope.is_open and not scope.you:
                continue
            found.append(partial(self.field, f, scope, depth - 1))
        return found

    def field(self, f: Field, scope: Scope, depth: int = 0) -> str:
        """A field of some owner, at some index."""
        text = f.name
        if f.owner == "Player" and f.is_secret and scope.is_open:
            text = f"you.{f.name}"
        elif f.owner:
            text = f"{self.thing(f.owner, scope, depth)}.{f.name}"
        if f.index:
            text += f"[{self.member(Type('member', f.index), scope, min(depth, 1))}]"
        return text

    def thing(self, name: str, scope: Scope, depth: int) -> str:
        """Something that fields and attributes can be asked of."""
        text = self.member(Type("member", name), scope, min(depth - 1, 1))
        return f"({text})" if " " in text and not text.endswith(")") or " if " in text else text

    def locals(self, type_: Type, scope: Scope) -> list[str]:
        return [
            name
            for name, known in scope.locals
            if known.kind == type_.kind and known.name == type_.name and (type_.optional or not known.optional)
        ]

    def defines(self, type_: Type, scope: Scope) -> list[Callable[[], str]]:
        found: list[Callable[[], str]] = []
        for d in self.world.defines if scope.state else ():
            if d.type.kind != type_.kind or d.type.name != type_.name or d.type.optional and not type_.optional:
                continue
            if (d.reads_you and not scope.you) or (d.reads_secrets and scope.is_open):
                continue
            found.append(partial(self.call, d, scope))
        return found

    def call(self, d: Define, scope: Scope) -> str:
        args = ", ".join(self.of(p, scope, 0) for p in d.params)
        return f"{d.name}({args})" if d.params else d.name

    def known_zones(self, scope: Scope) -> list[str]:
        """Zones whose content may be read here."""
        found = []
        for z in self.world.zones if scope.state else ():
            if z.seen == "all" or (not scope.is_open and z.kind == "bag"):
                found.append(f"{self.thing('Player', scope, 0)}.{z.name}" if z.owner else z.name)
            elif z.seen == "owner" and scope.you:
                found.append(f"you.{z.name}")
        return found

    def counted_zones(self, scope: Scope) -> list[str]:
        """Zones of which the number of cards is known."""
        return [
            f"{self.thing('Player', scope, 0)}.{z.name}" if z.owner else z.name for z in self.world.zones if scope.state
        ]

    # -------------------------------------------------------------------------------------------- numbers

    def number(self, scope: Scope, depth: int) -> str:
        simple: list[Callable[[], str]] = [lambda: str(self.rng.randrange(6))]
        simple += [partial(str, name) for name in self.locals(INT, scope)]
        simple += [partial(str, name) for name, t in self.world.options if t.kind == "int"]
        simple += self.fields("int", "", scope, False, depth)
        if depth <= 0:
            return self.one(simple)
        ways = [*simple, *simple, *self.defines(INT, scope), *self._sums(scope, depth), *self._counts(scope, depth)]
        return self.one(ways)

    def _sums(self, scope: Scope, depth: int) -> list[Callable[[], str]]:
        def two(op: str) -> str:
            return f"({self.number(scope, depth - 1)} {op} {self.number(scope, depth - 1)})"

        ways: list[Callable[[], str]] = [
            lambda: two("+"),
            lambda: two("-"),
            lambda: f"{self.number(scope, 0)} * {self.rng.randrange(3)}",
            lambda: f"({two('+')} {self.one(['//', '%'])} {self.one(['2', '3'])})",
            lambda: f"max([{self.number(scope, depth - 1)}, {self.number(scope, depth - 1)}])",
            lambda: f"min([{self.number(scope, depth - 1)}, {self.number(scope, depth - 1)}])",
            lambda: self.choice(lambda: self.number(scope, depth - 1), scope, depth),
            lambda: f"index({self.some_member(scope, depth - 1)})",
            lambda: f"-{self.number(scope, 0)}" if self.rng.random() < 0.3 else self.number(scope, 0),
        ]
        if self.world.numbers:
            ways.append(lambda: f"{self.thing('Card', scope, depth)}.{self.one(self.world.numbers)}")
        if not scope.sure:
            ways.append(lambda: f"({two('+')} {self.one(['//', '%'])} {self.number(scope, 0)})")
        for board, kind in self.world.boards.items():
            if kind in _COORDINATES:
                ways.append(partial(self._coordinate, board, _COORDINATES[kind], scope, depth))
            ways.append(partial(self._distance, board, scope, depth))
        ways += self._lists(scope, depth)
        if self.world.components and scope.state and not scope.is_open and not scope.sure:
            ways.append(lambda: f"total({self.thing('Player', scope, depth)})")
            ways.append(lambda: f"score({self.thing('Player', scope, depth)}, {self.one(self.world.components)})")
        return ways

    def _lists(self, scope: Scope, depth: int) -> list[Callable[[], str]]:
        def listed() -> str:
            return f"[{', '.join(self.number(scope, depth - 1) for _ in range(self.rng.randrange(2, 4)))}]"

        ways: list[Callable[[], str]] = [
            lambda: f"median({listed()})" if not scope.sure else f"sum({listed()})",
            lambda: f"sum(sort({listed()}))",
            lambda: f"{self.one(['first', 'last'])}(sort({listed()}))",
            lambda: f"count({{n for n in {listed()}}})",
        ]
        if not scope.sure:
            ways.append(lambda: f"{listed()}[{self.number(scope, 0)}]")
            ways.append(lambda: f"nth({listed()}, {self.number(scope, 0)})")
        if self.world.dice and scope.state:
            ways += [
                lambda: f"{self.one(['sum', 'count', 'max', 'min'])}(dice)",
                lambda: "sum(n for n in dice where n > 1)",
            ]
        return ways

    def _coordinate(self, board: str, names: str, scope: Scope, depth: int) -> str:
        return f"{self.thing(board, scope, depth)}.{self.one(names)}"

    def _distance(self, board: str, scope: Scope, depth: int) -> str:
        return f"distance({self.thing(board, scope, depth)}, {self.thing(board, scope, depth)})"

    def _counts(self, scope: Scope, depth: int) -> list[Callable[[], str]]:
        def counted() -> str:
            name, of = self.binder()
            inner = scope.having((name, Type("member", of)))
            where = f" where {self.truth(inner.loose, depth - 1)}"
            if self.rng.random() < 0.5:
                return f"count({name} in {self.domain(of, scope, depth - 1)}{where})"
            where = where if self.rng.random() < 0.6 else ""
            what = self.one(["sum", "max", "min"])
            return f"{what}({self.number(inner, depth - 1)} for {name} in {self.domain(of, scope, depth - 1)}{where})"

        ways = [counted, counted, lambda: f"count({self.set_of(self.some_type(), scope, depth - 1)})"]
        zones = self.counted_zones(scope)
        if zones:
            ways.append(lambda: f"count({self.one(zones)})")
        known = self.known_zones(scope)
        if known and self.world.numbers:
            ways.append(lambda: f"sum(z.{self.one(self.world.numbers)} for z in {self.one(known)})")
        indexed = [f for f in self.world.fields if f.index and f.type.kind == "int" and not f.is_secret]
        if indexed and scope.state:
            f = indexed[self.rng.randrange(len(indexed))]
            owner = f"{self.thing(f.owner, scope, 0)}." if f.owner else ""
            ways.append(lambda: f"sum({owner}{f.name})")
        return ways

    # -------------------------------------------------------------------------------------------- truth

    def truth(self, scope: Scope, depth: int) -> str:
        simple: list[Callable[[], str]] = [lambda: self.compared(scope, 0)]
        simple += [partial(str, name) for name in self.locals(BOOL, scope)]
        simple += [partial(str, name) for name, t in self.world.options if t.kind == "bool"]
        simple += self.fields("bool", "", scope, False, depth)
        if depth <= 0:
            return self.one(simple)
        ways = [
            *simple,
            *self.defines(BOOL, scope),
            lambda: self.compared(scope, depth - 1),
            lambda: self.compared(scope, depth - 1),
            lambda: f"({self.truth(scope, depth - 1)} and {self.truth(scope, depth - 1)})",
            lambda: f"({self.truth(scope, depth - 1)} or {self.truth(scope, depth - 1)})",
            lambda: f"not ({self.truth(scope, depth - 1)})",
            lambda: self._quantified(scope, depth),
            lambda: self._membership(scope, depth),
        ]
        for board in self.world.boards:
            ways.append(partial(self._connected, board, scope, depth))
        if self.world.dice and scope.state:
            ways.append(lambda: f"{self.number(scope, 0)} in dice")
        if self.rng.random() < 0.1:
            ways.append(lambda: f"{self.number(scope, 0)} + 0.5 {self.one('<>')} {self.number(scope, depth - 1)}")
        if scope.can and scope.you and self.world.deeds:
            ways.append(lambda: f"you can {self.rng.choice(self.world.deeds).name}")
        return self.one(ways)

    def compared(self, scope: Scope, depth: int) -> str:
        if self.rng.random() < 0.5:
            op = self.one(["==", "!=", "<", "<=", ">", ">="])
            return f"{self.number(scope, depth)} {op} {self.number(scope, depth)}"
        name = self.some_type()
        optional = self.rng.random() < 0.5
        left = self.member(Type("member", name, optional=optional), scope, depth)
        right = self.member(Type("member", name), scope, depth)
        if optional and self.rng.random() < 0.3:
            right = "none"
        return f"({left}) {self.one(['==', '!='])} ({right})"

    def _quantified(self, scope: Scope, depth: int) -> str:
        name, of = self.binder()
        inner = scope.having((name, Type("member", of)))
        where = f" where {self.truth(inner.loose, depth - 1)}" if self.rng.random() < 0.4 else ""
        domain = self.domain(of, scope, depth - 1)
        return (
            f"({self.one(['some', 'every', 'no'])} {name} in {domain}{where} has {self.truth(inner.loose, depth - 1)})"
        )

    def _connected(self, board: str, scope: Scope, depth: int) -> str:
        return f"connected({self.set_of(board, scope, depth - 1)})"

    def _membership(self, scope: Scope, depth: int) -> str:
        name = self.some_type()
        member = self.member(Type("member", name), scope, depth - 1)
        return f"({member}) {self.one(['in', 'not in'])} {self.set_of(name, scope, depth - 1)}"

    # -------------------------------------------------------------------------------------------- members and sets

    def some_type(self) -> str:
        return self.rng.choice(list(self.world.members))

    def some_member(self, scope: Scope, depth: int) -> str:
        return self.member(Type("member", self.some_type()), scope, depth)

    def binder(self) -> tuple[str, str]:
        """The name of a new local, and what it ranges over."""
        return self.fresh("v"), self.some_type()

    def domain(self, name: str, scope: Scope, depth: int) -> str:
        """What a binder ranges over."""
        if self.rng.random() < 0.5:
            return "players" if name == "Player" else name
        return self.set_of(name, scope, depth)

    def member(self, type_: Type, scope: Scope, depth: int) -> str:
        name = type_.name
        simple: list[Callable[[], str]] = [lambda: self.literal(name)]
        simple += [partial(str, known) for known in self.locals(type_, scope)] * 2
        if depth > 0:
            simple += self.fields("member", name, scope, type_.optional, depth)
        if name == "Player" and scope.you:
            simple += [lambda: "you"] * 2
        if depth <= 0:
            return self.one(simple)
        return self.one([*simple, *self._members(type_, scope, depth)])

    def literal(self, name: str) -> str:
        return self.rng.choice(self.world.members[name])

    def _members(self, type_: Type, scope: Scope, depth: int) -> list[Callable[[], str]]:
        name = type_.name
        plain = evolve(type_, optional=False)
        ways: list[Callable[[], str]] = list(self.defines(type_, scope))
        ways.append(lambda: self.choice(lambda: self.member(plain, scope, depth - 1), scope, depth))
        if name == "Player":
            ways.append(lambda: f"{self.one(['left', 'right'])}({self.member(plain, scope, depth - 1)})")
        if name in self.world.boards:
            ways.append(lambda: self.literal(name))
        if self.world.colours and name == "Colour":
            ways.append(lambda: f"{self.thing('Card', scope, depth)}.{self.world.colours}")
        if self.rng.random() < 0.3 and not scope.sure:
            bound = self.fresh("v")
            inner = scope.having((bound, plain))
            domain = self.domain(name, scope, depth - 1)
            ways.append(lambda: f"(the {bound} in {domain} where {self.truth(inner.loose, depth - 1)})")
        if type_.optional:
            ways += self._optional(type_, scope, depth)
        return ways

    def _optional(self, type_: Type, scope: Scope, depth: int) -> list[Callable[[], str]]:
        name = type_.name
        bound = self.fresh("v")
        inner = scope.having((bound, Type("member", name)))
        domain = "players" if name == "Player" else name
        ways: list[Callable[[], str]] = [
            lambda: f"{self.one(['first', 'last'])}([{bound} in {domain} where {self.truth(inner.loose, depth - 1)}])",
        ]
        if self.world.boards.get(name) in _SIDES:
            side = self.one(_SIDES[self.world.boards[name]])
            ways.append(lambda: f"{self.thing(name, scope, depth)}.{side}")
        if name == "Card":
            seen = ("all", "top") if scope.is_open else ("all", "top", "nobody")
            tops = [z for z in self.world.zones if z.kind == "pile" and z.seen in seen and scope.state]
            if tops:
                z = tops[self.rng.randrange(len(tops))]
                ways.append(lambda: f"top({self.thing('Player', scope, 0) + '.' if z.owner else ''}{z.name})")
        if name == "Player":
            by = scope.having((bound, SEAT))
            ways.append(
                lambda: (
                    f"first(rank {bound} in players by {self.one(['most', 'least'])} {self.number(by, depth - 1)}, "
                    "ties cancel)"
                )
            )
        return ways

    def set_of(self, name: str, scope: Scope, depth: int) -> str:
        def listed() -> str:
            members = (self.member(Type("member", name), scope, min(depth, 1)) for _ in range(self.rng.randrange(1, 3)))
            return f"{{{', '.join(members)}}}"

        def selected() -> str:
            bound = self.fresh("v")
            inner = scope.having((bound, Type("member", name)))
            return f"{{{bound} in {self.domain(name, scope, depth - 2)} where {self.truth(inner.loose, depth - 1)}}}"

        ways: list[Callable[[], str]] = [listed, *(partial(str, n) for n in self.locals(Type("set", name), scope))]
        ways += self.fields("set", name, scope, False, depth)
        if name == "Player":
            ways += [lambda: "players"] + ([lambda: "others"] if scope.you else [])
        if depth <= 0:
            return self.one(ways)
        ways += [
            selected,
            selected,
            partial(self._combined, name, scope, depth),
            *self.defines(Type("set", name), scope),
        ]
        if name == self.world.edges:
            ways.append(lambda: f"{self.thing('Border', scope, depth)}.ends")
            ways.append(lambda: f"linked({self.thing(name, scope, depth)}, {self.set_of('Border', scope, depth - 1)})")
        if name in self.world.boards:
            around = ["beside", "around"] if self.world.boards[name] == "grid" else ["beside"]
            ways.append(lambda: f"{self.one(around)}({self.thing(name, scope, depth)})")
            ways.append(lambda: f"reach({self.thing(name, scope, depth)}, {self.set_of(name, scope, depth - 1)})")
        if name == "Player":
            bound = self.fresh("v")
            by = scope.having((bound, SEAT))
            ways.append(
                lambda: (
                    f"first(rank {bound} in players by {self.one(['most', 'least'])} {self.number(by, depth - 1)}, "
                    f"ties {self.one(['share', 'friendly'])})"
                )
            )
        return self.one(ways)

    def _combined(self, name: str, scope: Scope, depth: int) -> str:
        return f"({self.set_of(name, scope, depth - 1)} {self.one('+-&')} {self.set_of(name, scope, depth - 1)})"

    def choice(self, write: Callable[[], str], scope: Scope, depth: int) -> str:
        return f"({write()} if {self.truth(scope, depth - 1)} else {write()})"
