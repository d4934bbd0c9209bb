"""From the text of a rule file to its syntax tree."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from lark import Lark, Tree
from lark.exceptions import LarkError

from hoyle.dsl import nodes
from hoyle.dsl.build import build
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.layout import END, Layout
from hoyle.dsl.span import Source


def parse(text: str, name: str) -> nodes.File:
    """The syntax tree of `text`; `name` is how its place is told to people, usually a path.

    Raises DiagnosticError with every syntax error that was found, at most one in each declaration.
    """
    source = Source(name, text)
    diagnostics = Diagnostics()
    tree = grammar().parse(source.text + END, start="start")
    file = build(tree, source, diagnostics)
    diagnostics.stop_on_errors()
    return file


@cache
def grammar() -> Lark:
    """The parser for hoyle.lark, built once a process."""
    text = files("hoyle.dsl").joinpath("hoyle.lark").read_text("utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Layout(),
        start=["start", "rest"],
        propagate_positions=True,
        maybe_placeholders=True,
    )
