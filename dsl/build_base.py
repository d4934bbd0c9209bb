"""What every part of the tree builder needs: spans and names from Lark's trees and tokens.

Spans: an expression's span is all of it; a statement's, a declaration's or a line's is its sentence, from the first
word up to the tail or to the colon before its block. Block and Tail have spans of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from lark import Token, Tree

from hoyle.dsl import nodes
from hoyle.dsl.diagnostics import Diagnostics
from hoyle.dsl.span import NOWHERE, Source, Span

Branch = Tree[Token]

MAX_DIGITS = 18  # of a number; it fits into 64 bits

_END_OF_SENTENCE = frozenset({"tail", "block", "line_block", "sentence_block", "row", "field"})
_FIRST_WORDS = re.compile(r"\w[\w \t]*\b")


class BuilderBase:
    """Builds nodes from the trees of one source; what it finds wrong goes to `diagnostics`."""

    def __init__(self, source: Source, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics

    def build(self, tree: Branch) -> Any:
        """The node for a tree: the method named after its rule or alias, called with the tree and its children."""
        method: Callable[..., Any] = getattr(self, f"build_{tree.data}".rstrip("_"))
        return method(tree, *tree.children)

    def maybe(self, tree: Branch | None) -> Any:
        """The node for an optional part, None if it is absent."""
        return None if tree is None else self.build(tree)

    def each(self, trees: Iterable[Any]) -> tuple[Any, ...]:
        """The nodes of the parts that are there."""
        return tuple(self.build(t) for t in trees if t is not None)

    # -------------------------------------------------------------------------------------------- places

    def span(self, tree: Branch) -> Span:
        """All of an expression or another part that holds no line end."""
        if tree.meta.empty:
            return NOWHERE
        return Span(self.source, tree.meta.start_pos, tree.meta.end_pos)

    def token_span(self, token: Token) -> Span:
        assert token.start_pos is not None and token.end_pos is not None
        return Span(self.source, token.start_pos, token.end_pos)

    def sentence(self, tree: Branch) -> Span:
        """From the first word of `tree` to the last part before its tail, block or lines."""
        start = end = tree.meta.start_pos
        for child in tree.children:
            match child:
                case Token():
                    end = self.token_span(child).end
                case Tree() if child.data in _END_OF_SENTENCE:
                    break
                case Tree() if not child.meta.empty:
                    end = child.meta.end_pos
        if end == start:
            words = _FIRST_WORDS.match(self.source.text, start)
            end = words.end() if words else start
        return Span(self.source, start, end)

    def lines_span(self, tree: Branch) -> Span:
        """All lines of `tree`, without the empty and comment lines at its end."""
        start, end = tree.meta.start_pos, tree.meta.end_pos
        lines = self.source.text[start:end].split("\n")
        while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
            lines.pop()
        return Span(self.source, start, start + len("\n".join(lines).rstrip()))

    # -------------------------------------------------------------------------------------------- small parts

    def ident(self, token: Token) -> nodes.Ident:
        return nodes.Ident(str(token), span=self.token_span(token))

    def maybe_ident(self, token: Token | None) -> nodes.Ident | None:
        return None if token is None else self.ident(token)

    def idents(self, tokens: Iterable[Any]) -> tuple[nodes.Ident, ...]:
        return tuple(self.ident(t) for t in tokens)

    def number(self, token: Token) -> int:
        """The value of an INT, and of a HALF without its half."""
        if len(token) > MAX_DIGITS:
            self.diagnostics.report(
                "E0906",
                self.token_span(token),
                f"this number has {len(token)} digits",
                why=f"numbers have at most {MAX_DIGITS}",
            )
            return 0
        return int(token.removesuffix(".5"))

    def build_tail(self, tree: Branch, text: Token | None, *cites: Token) -> nodes.Tail:
        if text is None:
            return nodes.Tail(None, self.cites(cites), span=self.span(tree))
        return nodes.Tail(unquoted(text), self.cites(cites), text_span=self.token_span(text), span=self.span(tree))

    def cites(self, tokens: Iterable[Token]) -> tuple[str, ...]:
        return tuple(str(t)[1:] for t in tokens)


def unquoted(token: Token) -> str:
    return str(token)[1:-1]
