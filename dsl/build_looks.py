"""Tables, and what look files consist of: from Lark's tree to nodes."""

from __future__ import annotations

from lark import Token

from hoyle.dsl import nodes
from hoyle.dsl.build_base import Branch, unquoted
from hoyle.dsl.build_statements import StatementBuilder
from hoyle.dsl.diagnostics import Label

MAX_ERRORS = 20  # of a file; the rest would say the same


class LookBuilder(StatementBuilder):
    def rows(self, tree: Branch, trees: tuple[Branch, ...]) -> tuple[nodes.Row, ...]:
        """The rows of a table; the first one, which names the columns, says how many cells each has."""
        rows: tuple[nodes.Row, ...] = self.each(trees)
        width = len(rows[0].cells)
        if len(rows) == 1:
            self.diagnostics.report(
                "E0125",
                rows[0].span,
                "only the columns are named",
                why="below the names of its columns a table has rows",
            )
        for row in rows[1:]:
            if len(row.cells) != width and len(self.diagnostics) < MAX_ERRORS:
                self.diagnostics.report(
                    "E0123",
                    row.span,
                    f"{_counted(len(row.cells), 'cell')} in this row",
                    labels=[Label(rows[0].span, f"{_counted(width, 'column')} here")],
                    why="every row has a cell for each column",
                    hint="write `-` for an empty cell",
                )
        return rows

    # -------------------------------------------------------------------------------------------- looks

    def build_faces(self, tree: Branch, of: Token, tail: Branch, *rows: Branch) -> nodes.Decl:
        return self._look_table("faces", tree, of, tail, rows)

    def build_places(self, tree: Branch, of: Token, tail: Branch, *rows: Branch) -> nodes.Decl:
        return self._look_table("places", tree, of, tail, rows)

    def _look_table(self, kind: str, tree: Branch, of: Token, tail: Branch, rows: tuple[Branch, ...]) -> nodes.Decl:
        built = self.rows(tree, rows)
        return nodes.LookTable(kind, self.ident(of), built, tail=self.build(tail), span=self.sentence(tree))

    def build_sheet(
        self,
        tree: Branch,
        kind: Token,
        name: Token,
        binder: Branch | None,
        where: Branch | None,
        tail: Branch,
        *lines: Branch,
    ) -> nodes.Decl:
        return nodes.Sheet(
            str(kind),
            self.ident(name),
            self.maybe(binder),
            self.maybe(where),
            self.each(lines),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_leave_out(self, tree: Branch, *parts: Branch) -> nodes.Decl:
        *paths, tail = parts
        return nodes.LeaveOut(self.each(paths), tail=self.build(tail), span=self.sentence(tree))

    def build_aside(self, tree: Branch, *parts: Branch) -> nodes.Decl:
        *paths, tail = parts
        return nodes.Aside(self.each(paths), tail=self.build(tail), span=self.sentence(tree))

    def build_drawing(
        self,
        tree: Branch,
        layer: Token,
        name: Token,
        binders: Branch | None,
        value: Branch,
        face: Branch | None,
        owner: Branch | None,
        tail: Branch,
    ) -> nodes.Decl:
        return nodes.Drawing(
            str(layer),
            self.ident(name),
            self.maybe(binders),
            self.build(value),
            self.maybe(face),
            self.maybe(owner),
            tail=self.build(tail),
            span=self.sentence(tree),
        )

    def build_setting(self, tree: Branch, name: Token, value: Branch, tail: Branch) -> nodes.Decl:
        return nodes.Setting(self.ident(name), self.build(value), tail=self.build(tail), span=self.sentence(tree))

    def build_shape_face(self, tree: Branch, shape: Token, colour: Token | None) -> nodes.Face:
        return nodes.Face(self.ident(shape), None, None, self.maybe_ident(colour), span=self.span(tree))

    def build_glyph_face(self, tree: Branch, glyph: Token, letter: Token | None, colour: Token | None) -> nodes.Face:
        said = None if letter is None else unquoted(letter)
        return nodes.Face(None, unquoted(glyph), said, self.maybe_ident(colour), span=self.span(tree))


def _counted(number: int, thing: str) -> str:
    """`1 cell`, `3 cells`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
