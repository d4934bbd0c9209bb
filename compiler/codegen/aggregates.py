"""The bodies of the functions that loop: quantifiers, comprehensions, aggregates, `the`, `rank`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hoyle.compiler import typed as t
from hoyle.compiler.codegen.nest_steps import Loop, Step, conditions
from hoyle.compiler.codegen.values import AND, UNARY, Test, Val, conjunction, constant
from hoyle.compiler.types import BagType, IntType, ListType, SetType, none_code


def nothing_of(e: t.Lib) -> Any:
    """`first` of nothing: none, or the empty collection among collections (semantics 5.5)."""
    if isinstance(e.type, SetType):
        return frozenset()
    if isinstance(e.type, ListType | BagType):
        return ()
    return none_code(e.type)


def _loops(binds: Iterable[t.Bind], copies: bool) -> list[Step]:
    return [Loop(b.var, b.domain, copies) for b in binds]


def search_steps(e: t.Quantified) -> list[Step]:
    """The loops that find what decides: a tuple that makes `some` true, or `every` false."""
    return [*_loops(e.binds, False), *conditions(e.where), *conditions(e.body, not e.every)]


def emit_quantified(fn: Any, e: t.Quantified) -> bool:
    fn.nest(search_steps(e), lambda: fn.line(f"return {not e.every}"))
    fn.line(f"return {e.every}")
    return False


def _return_none(fn: Any, seen: list[bool]) -> Callable[[], None]:
    def undefined() -> None:
        seen.append(True)
        fn.line("return None")

    return undefined


def _element(fn: Any, e: t.Expr, seen: list[bool], use: Callable[[Val], None]) -> None:
    """Emit what is done with an element; an undefined one makes the whole undefined (semantics 5.4)."""
    v = fn.val(e)
    if v.guards:
        seen.append(True)
        test = conjunction([Test(g, AND) for g in v.guards])
        fn.line("return None" if test.text == "False" else f"if not ({test.text}):")
        if test.text != "False":
            with fn.out.indented():
                fn.line("return None")
    use(v.sure())


def emit_comprehension(fn: Any, e: t.Comprehension) -> bool:
    seen: list[bool] = []
    fn.line("out = []")
    steps = [*_loops(e.binds, True), *conditions(e.where)]

    def body() -> None:
        _element(fn, e.element, seen, lambda v: fn.line(f"out.append({v.text})"))

    fn.nest(steps, body, _return_none(fn, seen))
    form = {SetType: "frozenset({})", BagType: "tuple(sorted({}))"}.get(type(e.type), "tuple({})")
    fn.line(f"return {form.format(fn.out.collected())}")
    return bool(seen)


def emit_aggregate(fn: Any, e: t.Lib) -> bool:
    of = e.args[0]
    assert isinstance(of, t.Comprehension)
    seen: list[bool] = []
    start, step, result = _AGGREGATION[e.name](fn, e)
    if start:
        fn.line(start)
    steps = [*_loops(of.binds, True), *conditions(of.where)]

    def write(v: Val) -> None:
        for line in step(v):
            fn.line(line)

    def body() -> None:
        _element(fn, of.element, seen, write)

    fn.nest(steps, body, _return_none(fn, seen))
    fn.line(f"return {result}")
    return bool(seen) or e.name == "only" or (e.name in ("max", "min") and not isinstance(e.type, IntType))


def _extremes(sign: str) -> Callable[[Any, t.Lib], tuple[str, Callable[[Val], list[str]], str]]:
    def make(fn: Any, e: t.Lib) -> tuple[str, Callable[[Val], list[str]], str]:
        def step(v: Val) -> list[str]:
            name = fn.temp()
            return [f"{name} = {v.text}", f"if best is None or {name} {sign} best:", f"    best = {name}"]

        empty = "0 if best is None else best" if isinstance(e.type, IntType) else "best"
        return "best = None", step, empty

    return make


def _first(fn: Any, e: t.Lib) -> tuple[str, Callable[[Val], list[str]], str]:
    of = e.args[0]
    assert isinstance(of, t.Comprehension)
    nothing = constant(nothing_of(e)).text
    if isinstance(of.element, t.Local):
        return "", lambda v: [f"return {v.text}"], nothing
    # An element further on may be undefined, so all are looked at.
    return "out = []", lambda v: [f"out.append({v.text})"], f"out[0] if out else {nothing}"


def _only(fn: Any, e: t.Lib) -> tuple[str, Callable[[Val], list[str]], str]:
    return (
        "found = None",
        lambda v: ["if found is not None:", "    return None", f"found = {v.text}"],
        "found",
    )


_AGGREGATION: dict[str, Callable[[Any, t.Lib], tuple[str, Callable[[Val], list[str]], str]]] = {
    "count": lambda fn, e: ("tally = 0", lambda v: ["tally += 1"], "tally"),
    "sum": lambda fn, e: ("tally = 0", lambda v: [f"tally += {v.text}"], "tally"),
    "max": _extremes(">"),
    "min": _extremes("<"),
    "first": _first,
    "only": _only,
}


def emit_the_one(fn: Any, e: t.TheOne) -> bool:
    fn.line("found = None")
    steps = [*_loops((e.bind,), False), *conditions(e.where)]

    def body() -> None:
        with fn.block("if found is not None:"):
            fn.line("return None")
        fn.line(f"found = {fn.val(t.Local(e.bind.var.type, e.bind.var)).text}")

    fn.nest(steps, body)
    fn.line("return found")
    return True


def emit_rank(fn: Any, e: t.Rank) -> bool:
    seen: list[bool] = []
    fn.line("rows = []")
    steps: list[Step] = [Loop(e.bind.var, e.bind.domain, False), *(conditions(e.where))]

    def body() -> None:
        keys = [_key(fn, most, key) for most, key in e.keys]
        thing = fn.val(t.Local(e.bind.var.type, e.bind.var)).text
        fn.line(f"rows.append((({', '.join(keys)},), {thing}))")

    fn.nest(steps, body, _return_none(fn, seen))
    place = f", {e.span.line}, {fn.gen.file_of(e.span)!r}" if e.ties == "never" else ""
    fn.line(f"return {fn.gen.use(f'rank_{e.ties}')}(rows{place})")
    return bool(seen)


def _key(fn: Any, most: bool, key: t.Expr) -> str:
    """Lower is better; an undefined key is worse than any value (semantics 17.3)."""
    v = fn.val(key)
    if v.text == "None":  # it never has a value
        return "(1, 0)"
    value = f"-{v.at(UNARY)}" if most else v.text
    if not v.guards:
        return value
    return f"(0, {value}) if {' and '.join(v.guards)} else (1, 0)"
