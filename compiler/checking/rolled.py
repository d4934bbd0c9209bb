"""A number that an example rolls and that nothing there can roll: a slip, known without playing (semantics 19.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hoyle.compiler import typed as t
from hoyle.compiler.context import Context
from hoyle.compiler.evaluate import holds
from hoyle.compiler.implied import statements_within, verb_statements
from hoyle.compiler.lint_use import verbs_reached
from hoyle.compiler.types import IntType, MemberType, Type, is_collection
from hoyle.dsl.diagnostics import listed

_MOST_TOLD = 4  # ranges that are listed


def check_rolled(ctx: Context, lines: Sequence[t.Line]) -> None:
    """Report numbers after `rolling` that no roll and no draw of the verb, or of those it leads to, can be.

    Once a procedure was opened with `at`, its rolls may come behind any line.
    """
    opened: list[t.Verb] = []
    for line in lines:
        if isinstance(line, t.When) and line.at:
            opened.append(line.verb)
        if isinstance(line, t.When | t.Answer) and line.rolling:
            verbs = [*opened, *([line.verb] if isinstance(line, t.When) else [])]
            kinds = sorted(dict.fromkeys(_outcomes(verbs)), key=str)
            for value in _numbers(line.rolling):
                if not any(_may_be(ctx, kind, value.value) for kind in kinds):
                    _report(ctx, value, kinds)


def _numbers(values: Iterable[t.Expr]) -> Iterator[t.Const]:
    """The numbers that are said, those grouped in braces too."""
    for value in values:
        if isinstance(value, t.Collect):
            yield from _numbers(value.items)
        elif isinstance(value, t.Const) and isinstance(value.type, IntType) and value.span.text:
            yield value


def _outcomes(verbs: Iterable[t.Verb]) -> Iterator[Type]:
    """The types of all that is rolled or drawn in verbs and in whatever they lead to."""
    for verb in verbs_reached(verbs):
        for outer in verb_statements(verb):
            for stmt in statements_within(outer, follow=False):
                yield from _drawn(stmt)


def _drawn(stmt: t.Stmt) -> Iterator[Type]:
    match stmt:
        case t.Roll(items=items):
            yield from (item.type for item in items)
        case t.DrawMember(source=source) if is_collection(source.type):
            yield source.type.of  # type: ignore[attr-defined]


def _may_be(ctx: Context, kind: Type, value: int) -> bool:
    """Can an outcome of this type be the number? Components with numbers for names may be drawn anywhere."""
    numbered = any(d is not None and d.integer_named and d.holds(value) for d in ctx.domains.values())
    return numbered or (isinstance(kind, IntType | MemberType) and holds(kind, value))


def _report(ctx: Context, value: t.Const, kinds: Sequence[Type]) -> None:
    said = [str(kind) for kind in kinds]
    why = f"what is rolled or drawn there is {listed(said)}" if 0 < len(said) <= _MOST_TOLD else None
    ctx.error(
        "E0704", value.span, f"nothing there can be {value.value}" if kinds else "nothing is rolled there", why=why
    )
