"""Python expressions as text: precedence, guards that say when they are defined, tests by polarity, literals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from attrs import evolve, frozen

# Precedence of Python's operators, loosest first.
WALRUS, TERNARY, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(13)

_SIMPLE = re.compile(r"-?\d+|[A-Za-z_]\w*|True|False|[a-z]\w*\[\d+\]")


@frozen
class Val:
    """A Python expression that is valid if all `guards` hold; if not, the value is undefined.

    Guards are tests in the order in which they must be made: one may bind (`:=`) a name that later ones and the text
    use. `raw`: an expression that is None where the value is undefined, if there is one without the guards.
    `items`: the expressions of the members, if the value is a collection taken apart.
    """

    text: str
    prec: int = ATOM
    guards: tuple[str, ...] = ()
    raw: str | None = None
    raw_prec: int = ATOM
    items: tuple[str, ...] | None = None
    is_set: bool = False  # of `items`: the members of a set
    const: Any = None  # the value itself, if it is known
    exact: bool = False  # of a member: it lies in its domain, it is not none

    @property
    def maybe(self) -> bool:
        return bool(self.guards)

    @property
    def simple(self) -> bool:
        """May the text be written twice?"""
        return bool(_SIMPLE.fullmatch(self.text))

    def at(self, prec: int) -> str:
        """The text as an operand of an operator of this precedence."""
        return self.text if self.prec >= prec else f"({self.text})"

    def behind(self, guards: tuple[str, ...]) -> Val:
        """The value where these guards hold, too; they are tested first."""
        return evolve(self, guards=merged(guards, self.guards), raw=None) if guards else self

    def guarded_last(self, guard: str) -> Val:
        return evolve(self, guards=merged(self.guards, (guard,)), raw=None)

    def sure(self) -> Val:
        """The value where it is known to be defined."""
        return evolve(self, guards=(), raw=None)


@frozen
class Test:
    """A condition: truthy or falsy, without undefined. `total`: is the condition it stands for always defined?"""

    text: str
    prec: int = ATOM
    total: bool = True

    def at(self, prec: int) -> str:
        return self.text if self.prec >= prec else f"({self.text})"


YES = Test("True")
NO = Test("False")


def merged(*groups: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(g for group in groups for g in group))


def conjunction(tests: list[Test]) -> Test:
    parts = _distinct(t for t in tests if t.text != "True")
    total = all(t.total for t in tests)
    if any(t.text == "False" for t in parts):
        return Test("False", ATOM, total)
    if len(parts) == 1:
        return Test(parts[0].text, parts[0].prec, total)
    return Test(" and ".join(t.at(AND) for t in parts) or "True", AND if parts else ATOM, total)


def disjunction(tests: list[Test]) -> Test:
    parts = _distinct(t for t in tests if t.text != "False")
    total = all(t.total for t in tests)
    if any(t.text == "True" for t in parts):
        return Test("True", ATOM, total)
    if len(parts) == 1:
        return Test(parts[0].text, parts[0].prec, total)
    return Test(" or ".join(t.at(OR) for t in parts) or "False", OR if parts else ATOM, total)


def _distinct(tests: Iterable[Test]) -> list[Test]:
    """The tests, of equal ones the first."""
    found: dict[str, Test] = {}
    for test in tests:
        found.setdefault(test.text, test)
    return list(found.values())


def negation(test: Test) -> Test:
    """Of a test whose text is exact for its opposite, too."""
    if test.text in ("True", "False"):
        return Test("False" if test.text == "True" else "True", ATOM, test.total)
    if test.text.startswith("not ") and test.prec == NOT:
        return Test(test.text[4:], NOT, test.total)
    swapped = _swapped(test)
    return Test(swapped, COMPARE, test.total) if swapped else Test(f"not {test.at(COMPARE)}", NOT, test.total)


_COMPARISON = re.compile(r"[^<>=!()]+ (==|!=|<|<=|>|>=) [^<>=!()]+")
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_WORDS = re.compile(r"\b(and|or|not|in|is|if|else)\b")


def _swapped(test: Test) -> str:
    """The opposite comparison, if the test is a single one."""
    found = _COMPARISON.fullmatch(test.text) if test.prec == COMPARE else None
    if found is None or _WORDS.search(test.text):
        return ""
    return test.text.replace(f" {found[1]} ", f" {_OPPOSITE[found[1]]} ")


def holding(value: Val, test: Test) -> Test:
    """The test, made only where the value is defined."""
    return conjunction([*(Test(g, AND) for g in value.guards), Test(test.text, test.prec)])


def one(value: Val) -> str:
    """A single expression: the value, or None where it is undefined."""
    return optional(value).text


def optional(value: Val) -> Val:
    if not value.guards:
        return evolve(value, raw=None)
    if value.raw is not None:
        return Val(value.raw, value.raw_prec)
    return Val(f"{value.at(OR)} if {' and '.join(value.guards)} else None", TERNARY)


def literal(value: Any) -> str:
    """Python text of a run-time value; the same in every process."""
    match value:
        case frozenset():
            inner = ", ".join(literal(v) for v in ordered(value))
            return f"frozenset({{{inner}}})" if value else "frozenset()"
        case tuple():
            inner = ", ".join(literal(v) for v in value)
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        case dict():
            return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"
    return repr(value)


def ordered(values: frozenset[Any]) -> list[Any]:
    """The members of a set in domain order; sets among them by their members."""
    return sorted(values, key=lambda v: tuple(ordered(v)) if isinstance(v, frozenset) else v)


def constant(value: Any) -> Val:
    text = literal(value)
    return Val(text, UNARY if text.startswith("-") else ATOM, const=value)
