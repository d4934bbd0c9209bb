"""What all nodes of a syntax tree share: a place; names and the uniform end of a sentence."""

from __future__ import annotations

from attrs import field, frozen

from hoyle.dsl.span import NOWHERE, Span


@frozen
class Node:
    """Anything with a place in a file."""

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Tail(Node):
    """`"explanation" §clauses` at the end of a sentence."""

    text: str | None = None
    cites: tuple[str, ...] = ()  # without the §: "KU-4.2"
    text_span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Ident(Node):
    """A name where one is declared or given, with its own place."""

    text: str

    def __str__(self) -> str:
        return self.text
