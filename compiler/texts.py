"""Texts for people: quoted sentences with `{expression}`s in them (semantics 5.7 and 21)."""

from __future__ import annotations

import re
from functools import lru_cache

from hoyle.compiler import check_exprs as ex
from hoyle.compiler import typed as t
from hoyle.compiler.context import Context
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import ErrorType
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.parser import parse

_HOLE = re.compile(r"\{([^{}]*)\}")


def text(scope: Scope, key: str, tail: n.Tail) -> t.Text | None:
    """The text of a sentence, its holes checked in `scope`; None if there is none."""
    if tail.text is None:
        return None
    ctx = scope.ctx
    outer, ctx.text_span = ctx.text_span, tail.text_span
    parts = _parts(scope, tail)
    ctx.text_span = outer
    return ctx.add_text(t.Text(key, tail.text, parts, span=tail.text_span))


def fixed(ctx: Context, key: str, tail: n.Tail) -> t.Text | None:
    """A text in which no local name is known."""
    return text(Scope(ctx), key, tail)


def _parts(scope: Scope, tail: n.Tail) -> tuple[str | t.Expr, ...]:
    assert tail.text is not None
    parts: list[str | t.Expr] = []
    for i, piece in enumerate(_HOLE.split(tail.text)):
        if i % 2 == 0:
            if "{" in piece or "}" in piece:
                scope.ctx.error("E0801", tail.text_span, why="a `{` in a text opens an expression and needs its `}`")
            if piece:
                parts.append(piece)
        else:
            hole = _hole(scope, piece, tail)
            if hole is not None:
                parts.append(hole)
    return tuple(parts)


def _hole(scope: Scope, piece: str, tail: n.Tail) -> t.Expr | None:
    node = parse_expression(piece)
    if node is None:
        scope.ctx.error("E0802", tail.text_span, f"`{{{piece}}}` is no expression")
        return None
    checked = ex.expr(scope, node)
    return None if isinstance(checked.type, ErrorType) else checked


@lru_cache(maxsize=4096)
def parse_expression(source: str) -> n.Expr | None:
    """The expression a text holds between braces; None if it is none."""
    if not source.strip() or "\n" in source or len(source) > 500:
        return None
    try:
        file = parse(f"game Text\n\ndefine hole = {source}\n", "text")
    except DiagnosticError:
        return None
    decl = file.decls[0]
    return decl.value if len(file.decls) == 1 and isinstance(decl, n.Define) and decl.tail == n.Tail() else None


def humanised(name: str) -> str:
    """How a name without a text is shown: `hawkes_bay` is "Hawkes bay" (semantics 21.2)."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
