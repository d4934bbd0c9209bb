"""What every generated function has: names for variables, guarded expressions, lines; and what they all share."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, field, frozen

from hoyle.compiler.codegen.rows import Columns, Rows
from hoyle.compiler.codegen.values import Test, Val, constant, literal
from hoyle.compiler.ir import Module
from hoyle.compiler.layout import Code, Layout, ZoneForm, code_of
from hoyle.compiler.stages import Stages
from hoyle.compiler.typed import Expr, Local, Program, Store, Var, Zone
from hoyle.compiler.types import Domain, IntType, MemberType, Type, is_optional
from hoyle.compiler.writer import Writer
from hoyle.dsl.span import NOWHERE, Span

# Names that generated functions use for themselves; a rule's variable of such a name gets another one.
_MACHINE = re.compile(r"t\d+|[A-Za-z]_\w*|[A-Z]\w*")
_OWN = {"s", "o", "m", "x", "out", "found", "best", "rows", "total", "tally", "seat", "args", "random"}
# Everything generated code calls in runtime/support.py; a test compares it with its `__all__`.
SUPPORT = frozenset(
    """
    ActionInfo AnnouncementInfo Bag Board ChanceInfo ColumnInfo ComponentInfo DecisionInfo DomainInfo EndingInfo
    ExampleInfo ExpectLine FieldInfo GameInfo GivenLine Hidden Lists Mask MayLine Partly Patterns Pile Pooled
    PromiseInfo RequirementInfo RuleError SaidInfo SeenInfo Sets TextInfo TypeInfo Vector WhenLine announced
    bag_meet bag_minus carried clockwise connected decoded decoded_move draw_from encoded encoded_move every_copy
    first_of gather in_order insort joined kinds last_of linked listens many_outcomes median nth once only parts
    rank_cancel rank_friendly rank_never rank_share read_place shown subsets swap view_place weighted without_twins
    write_place
    """.split()
)
_IDENTIFIER = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
_TEMP = re.compile(r"t\d+")
_AVOIDED = frozenset(keyword.kwlist) | frozenset(dir(builtins)) | SUPPORT | _OWN
_SHORT = 40


@frozen
class Instance:
    """A generated function for one expression. params: variables it takes, in order. maybe: can it return None?
    whole: an expression of the parameters' names that is as short as a call of the function."""

    name: str
    params: tuple[Var, ...]
    maybe: bool
    names: tuple[str, ...] = ()
    whole: str = ""


@define(eq=False)
class Shared:
    """The module being generated."""

    module: Module
    layout: Layout
    new_function: Callable[[Shared, str], Any]
    constants: dict[str, str] = field(factory=dict)  # text of the value -> name
    functions: list[tuple[str, Writer]] = field(factory=list)
    instances: dict[Any, Instance] = field(factory=dict)
    imported: set[str] = field(factory=set)
    names: set[str] = field(factory=set)
    present: set[Var] = field(factory=set)  # variables that hold a seat of this game, whatever happens
    kept: list[Any] = field(factory=list)  # nodes whose identity is a key: they must live as long as this
    facts: dict[str, Any] = field(factory=dict)
    tabulates: bool = True  # loops over what is known before the game become tables
    stages: Stages = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.stages = Stages(self.module.program)

    @property
    def program(self) -> Program:
        return self.module.program

    def once(self, kind: str, node: Any, make: Callable[[], Any]) -> Any:
        """What is made for a node, the first time it is asked for."""
        key = f"{kind} {id(node)}"
        if key not in self.facts:
            self.kept.append(node)
            self.facts[key] = make()
        return self.facts[key]

    def use(self, name: str) -> str:
        """A name from the support library."""
        assert name in SUPPORT, name
        self.imported.add(name)
        return name

    def unique(self, name: str) -> str:
        name = re.sub(r"\W", "_", name)
        candidate, n = name, 2
        while candidate in self.names:
            candidate, n = f"{name}_{n}", n + 1
        self.names.add(candidate)
        return candidate

    def constant(self, value: Any, hint: str = "values") -> Val:
        """A constant; long ones get a name of their own."""
        text = literal(value)
        if not isinstance(value, tuple | frozenset | dict) or (isinstance(value, tuple) and len(text) <= _SHORT):
            return constant(value)
        return Val(self.named(text, f"T_{hint}"), const=value)

    def named(self, text: str, name: str) -> str:
        """The name of a constant with this text."""
        if text not in self.constants:
            self.constants[text] = self.unique(name)
        return self.constants[text]

    def zone(self, form: ZoneForm) -> str:
        """The object that knows how a zone of this form is kept."""
        text = f"{self.use(form.kind)}({form.low}, {form.size})"
        if form.kind == "Pooled":
            text = f"{self.use('Pooled')}({form.low}, {form.size}, {form.ordered}, {literal(self._pooled(form))})"
        return self.named(text, f"Z_{form.domain.name}_{form.kind.lower()}")

    def _pooled(self, form: ZoneForm) -> tuple[int, ...]:
        places = [*self.layout.fields.values(), *self.layout.variables.values()]
        return tuple(
            a
            for p in places
            if p.zone and p.zone.kind == "Pooled" and p.zone.domain is form.domain
            for a in p.addresses()
        )

    def codec(self, type: Type) -> str | None:
        """The object that packs values of a type into one integer; None for scalars."""
        code = code_of(type)
        return None if code is None else self.named(self._codec(code), "C_code")

    def _codec(self, code: Code) -> str:
        inner = f", {self._codec(code.of)}" if code.of else ""
        match code.kind:
            case "mask":
                return f"{self.use('Mask')}({code.low})"
            case "sets":
                return f"{self.use('Sets')}({code.low}, {code.bits}{inner})"
        return f"{self.use('Lists')}({code.low}, {code.bits}{inner})"

    def file_of(self, span: Span) -> str:
        return "" if span is NOWHERE else span.source.name

    def place_text(self, span: Span) -> str:
        return "" if span is NOWHERE else f"{span.source.name}:{span.line}"


def bounds(type: Type) -> tuple[int | None, int | None]:
    """Least and greatest value of a scalar type, `none` included; None: unbounded."""
    match type:
        case IntType(low, high):
            return (type.none if is_optional(type) and (low is None or type.none < low) else low), high
        case MemberType(domain):
            return (type.none if type.optional else domain.low), (domain.codes[-1] if domain.codes else -1)
    return 0, 1


@define(eq=False)
class Level:
    """What is known within so many loops of a nest: names, and what was computed there for the loops inside."""

    names: set[str]
    position: int = -1  # in the lines of the function: where hoisted lines go
    depth: int = 0
    lines: list[str] = field(factory=list)
    hoisted: dict[str, str] = field(factory=dict)
    apart: tuple[tuple[str, ...], Callable[[int], str]] | None = None  # the names of a loop that takes sets apart
    rows: Rows | None = None  # of the loop that opened it, if that walks a table


class Base(Columns):
    """A generated function under construction. `s` is its state parameter."""

    def __init__(self, gen: Shared, name: str) -> None:
        self.gen = gen
        self.name = name
        self.params: list[str] = ["s"]
        self.state = "s"
        self.old: str | None = None  # the state before the effect, where `old` may be asked
        self.env: dict[Var, Val] = {}
        self.out = Writer()
        self.prologue: list[str] = []
        self.pure = True  # nothing is written while it runs
        self._used: set[str] = set()
        self._temps = 0
        self._boards: dict[tuple[str, int], str] = {}
        self.levels: list[Level] = []  # of the nest that is being written, the innermost last
        self.rows: dict[str, Rows] = {}  # the tables of the loops around, by the name of the loop's variable
        self.may_hoist = True
        self.counted: set[tuple[str, str]] = set()  # (i, L): a loop counts the places i of the list L, from 1 at least
        self.places_of: dict[Var, Local] = {}  # names of numbers that are places of a list
        self.may_select = True  # lists that are kept may be used
        self.stored: tuple[Store, ...] = ()  # what is known to lie in the vector, because it was just put there

    # -------------------------------------------------------------------------------------------- names and lines

    def fresh(self, wanted: str) -> str:
        """A local name like `wanted` that means nothing else here."""
        name = re.sub(r"\W", "_", wanted)
        if name in _AVOIDED or _MACHINE.fullmatch(name) or not name.isascii() or not name.isidentifier():
            name = f"{name}_" if name.isascii() and name.isidentifier() else "name_"
        if _MACHINE.fullmatch(name):
            name = f"the_{name}"
        candidate, n = name, 2
        while candidate in self._used:
            candidate, n = f"{name}_{n}", n + 1
        self._used.add(candidate)
        return candidate

    def temp(self) -> str:
        self._temps += 1
        return f"t{self._temps}"

    def param(self, var: Var) -> str:
        """The variable is an argument of this function."""
        name = self.declare(var)
        self.params.append(name)
        return name

    def declare(self, var: Var) -> str:
        """The variable is a local of this function."""
        name = self.fresh(var.name)
        self.env[var] = Val(name)
        return name

    def line(self, text: str) -> None:
        self.out.line(text)

    def block(self, header: str) -> Any:
        return self.out.indented(header)

    # -------------------------------------------------------------------------------------------- hoisting

    def atom(self, text: str, hint: str = "") -> str:
        """A read that is valid wherever its names are known: within loops it is done outside of those that do not
        change it, under a name of its own (semantics 4.6)."""
        if len(self.levels) < 2 or not self.may_hoist:
            return text
        names = set(_IDENTIFIER.findall(text))
        if any(_TEMP.fullmatch(n) for n in names):
            return text
        for n, level in enumerate(self.levels[:-1]):
            inner = {x for other in self.levels[n + 1 :] for x in other.names}
            if not names & inner:
                if text not in level.hoisted:
                    name = self.fresh(hint or "known")
                    level.hoisted[text] = name
                    level.names.add(name)
                    level.lines.append(f"{name} = {text}")
                return level.hoisted[text]
        return text

    def is_outer(self, text: str) -> bool:
        """Is the expression known outside of the innermost loop?"""
        return bool(self.levels) and not set(_IDENTIFIER.findall(text)) & self.levels[-1].names

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """What is read here is valid only after a test: it stays where it is."""
        before, self.may_hoist = self.may_hoist, False
        try:
            yield
        finally:
            self.may_hoist = before

    @contextmanager
    def bound(self, bindings: dict[Var, Val]) -> Iterator[None]:
        """Variables that stand for expressions while something is emitted."""
        before = {var: self.env.get(var) for var in bindings}
        self.env.update(bindings)
        try:
            yield
        finally:
            for var, old in before.items():
                if old is None:
                    del self.env[var]
                else:
                    self.env[var] = old

    def board(self, domain: Domain) -> str:
        """The layout of a carried board in this state: looked up once in a function that writes nothing."""
        call = f"{self.gen.facts['boards'][domain]}({self.state})"
        if not self.pure:
            return call
        key = (self.state, id(domain))
        if key not in self._boards:
            self._boards[key] = self.fresh(f"{domain.name.lower()}s_lie")
            self.prologue.append(f"{self._boards[key]} = {call}")
        return self._boards[key]

    def finish(self, span: Span = NOWHERE, note: str = "", decorator: str = "") -> None:
        """The function is done: it joins the module."""
        writer = Writer(span=span)
        where = self.gen.place_text(span)
        comment = " ".join(part for part in (where, note) if part)
        if comment:
            writer.line(f"# {comment}")
        if decorator:
            writer.line(f"@{decorator}")
        with writer.indented(f"def {self.name}({', '.join(self.params)}):"):
            for text in self.prologue:
                writer.line(text)
            writer.add(self.out)
            if not self.out.lines:
                writer.line("pass")
        self.gen.functions.append((self.name, writer))

    # -------------------------------------------------------------------------------------------- by the other files

    def val(self, e: Expr) -> Val:
        raise NotImplementedError

    def true(self, e: Expr) -> Test:
        raise NotImplementedError

    def false(self, e: Expr) -> Test:
        raise NotImplementedError

    def untrue(self, e: Expr) -> Test:
        raise NotImplementedError

    def iterate(self, e: Expr, copies: bool) -> Val:
        raise NotImplementedError

    def membership(self, x: Val, collection: Expr) -> tuple[tuple[str, ...], Test]:
        raise NotImplementedError

    def emptiness(self, collection: Expr) -> tuple[tuple[str, ...], Test]:
        raise NotImplementedError

    def size(self, collection: Expr) -> Val:
        raise NotImplementedError

    def looped(self, e: Expr) -> Val:
        raise NotImplementedError

    def quantified(self, e: Any) -> Test:
        raise NotImplementedError

    def zone_at(self, zone: Zone) -> tuple[str, Val]:
        raise NotImplementedError

    def asked(self, e: Expr) -> Val:
        raise NotImplementedError

    def carried(self, e: Any) -> Val:
        raise NotImplementedError

    def library(self, e: Any) -> Val:
        raise NotImplementedError
