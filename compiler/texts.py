"""Texts for people: quoted sentences with `{expression}`s in them (semantics 5.7 and 21)."""

from __future__ import annotations

import re

from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.context import Context, Declarations
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import ErrorType
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import DiagnosticError
from hoyle.dsl.parser import parse_expression
from hoyle.dsl.span import Span

_HOLE = re.compile(r"\{([^{}]*)\}")


def text(scope: Scope, key: str, tail: n.Tail) -> t.Text | None:
    """The text of a sentence, its holes checked in `scope`; None if there is none."""
    if tail.text is None:
        return None
    return scope.ctx.add_text(t.Text(key, tail.text, _parts(scope, tail), span=tail.text_span))


def fixed(ctx: Context, key: str, tail: n.Tail) -> t.Text | None:
    """A text in which no local name is known."""
    return text(Scope(ctx), key, tail)


def define_key(decls: Declarations, name: str) -> str:
    """The path of a define's text: with its kind in front where a verb or a type has the same name."""
    shared = name in decls.actions or name in decls.procedures or name in decls.types
    return f"define.{name}" if shared else name


def _parts(scope: Scope, tail: n.Tail) -> tuple[str | t.Expr, ...]:
    assert tail.text is not None
    parts: list[str | t.Expr] = []
    end = 0
    for found in _HOLE.finditer(tail.text):
        parts += _plain(scope, tail.text[end : found.start()], tail)
        # The text's place begins with its quotation mark.
        hole = _hole(scope, tail.text_span, found.start(1) + 1, found.end(1) + 1)
        parts += [hole] if hole is not None else []
        end = found.end()
    return (*parts, *_plain(scope, tail.text[end:], tail))


def _plain(scope: Scope, piece: str, tail: n.Tail) -> list[str]:
    if "{" in piece or "}" in piece:
        why = "a `{` in a text opens an expression and needs its `}`"
        scope.ctx.error("E0801", tail.text_span, why=why)
    return [piece] if piece else []


def _hole(scope: Scope, place: Span, start: int, end: int) -> t.Expr | None:
    try:
        node = parse_expression(place.source, place.start + start, place.start + end)
    except DiagnosticError as wrong:
        for diagnostic in wrong.diagnostics:
            scope.ctx.diagnostics.add(diagnostic)
        return None
    checked = ex.expr(scope, node)
    return None if isinstance(checked.type, ErrorType) else checked


def humanised(name: str) -> str:
    """How a name without a text is shown: `hawkes_bay` is "Hawkes bay" (semantics 21.2)."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]
