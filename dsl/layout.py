"""Lines and indentation: the post-lexer that opens and closes blocks and joins continued lines (language.md, 2).

A line runs on inside brackets; if the next line is indented and the sentence does not end in a colon (what is said
behind the colon aside); and if the next line begins with a quotation or a §clause (the grammar's CONTINUATION).
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.exceptions import LarkError
from lark.lark import PostLex

TAB_STOP = 4

_OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
_SAID = frozenset({"STRING", "CITE"})


class LayoutError(LarkError):
    """A line goes back to a column where no line above it began."""

    def __init__(self, line_end: Token, indent: int, levels: tuple[int, ...]) -> None:
        super().__init__("wrong indentation")
        self.place = line_end.end_pos or 0  # where the line begins, behind its blanks
        self.indent = indent
        self.levels = levels


class Layout(PostLex):
    """Turns line ends into `_NL`, `_INDENT` and `_DEDENT`."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        depth = 0
        levels = [0]
        after_colon = False
        for token in stream:
            if token.type == "_NL":
                if depth == 0:
                    yield from self._line_end(token, levels, after_colon)
                continue
            if token.type in _OPENING:
                depth += 1
            elif token.type in _CLOSING:
                depth = max(0, depth - 1)
            if token.type not in _SAID:
                after_colon = token.type == "COLON"
            yield token

    def _line_end(self, token: Token, levels: list[int], after_colon: bool) -> Iterator[Token]:
        indent = _width(token)
        if indent > levels[-1]:
            if not after_colon:
                return
            levels.append(indent)
            yield token
            yield Token.new_borrow_pos("_INDENT", "", token)
            return
        yield token
        while indent < levels[-1]:
            levels.pop()
            yield Token.new_borrow_pos("_DEDENT", "", token)
        if indent != levels[-1]:
            raise LayoutError(token, indent, tuple(levels))


def _width(token: Token) -> int:
    """The columns before the first word of the line that follows; 0 at the end of the file."""
    if token.endswith(END):
        return 0
    width = 0
    for c in token.rsplit("\n", 1)[1]:
        width += TAB_STOP - width % TAB_STOP if c == "\t" else 1
    return width


# What the parser puts behind a text: the last line end must be one at column 1.
END = "\n#"
