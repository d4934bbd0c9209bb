"""The tables of looks: what members look like (`faces of`), and where places lie (`places of`)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from hoyle.compiler.checking.type_names import domain_named
from hoyle.compiler.context import Context
from hoyle.compiler.look_words import COLOURS, FACE_COLUMNS, SHAPES
from hoyle.compiler.types import Domain
from hoyle.compiler.words import seats_at_any_count
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Label, listed
from hoyle.dsl.span import Span

Face = tuple[str | None, str | None, str | None, str | None]  # shape, glyph, letter, colour
Point = tuple[float, float]


def check_face(ctx: Context, face: n.Face) -> Face:
    """A face as data, after reports of words that name no shape or colour."""
    if face.shape is not None and face.colour is None and face.shape.text in COLOURS:
        return None, None, None, face.shape.text  # a colour alone
    shape = None if face.shape is None else _known(ctx, face.shape.text, face.shape.span, "shape", SHAPES)
    colour = None if face.colour is None else _known(ctx, face.colour.text, face.colour.span, "colour", COLOURS)
    return shape, face.glyph, _ascii(ctx, face.letter, face.span), colour


def _known(ctx: Context, word: str, span: Span, what: str, words: tuple[str, ...] | list[str]) -> str | None:
    if word in words:
        return word
    hint = ctx.suggest(word, words)
    ctx.error("E1101", span, f"no {what} `{word}`", why=f"the {what}s are {listed(words, 'and')}", hint=hint)
    return None


def _ascii(ctx: Context, letter: str | None, span: Span) -> str | None:
    if letter is not None and not (letter.isascii() and 1 <= len(letter) <= 3):
        ctx.error("E1101", span, f'"{letter}"', why="what stands for a sign is one to three letters of ASCII")
    return letter


def _domain(ctx: Context, of: n.Ident) -> Domain | None:
    if of.text != "Player" and of.text != "Team" and of.text not in ctx.decls.types:
        known = ["Player", *ctx.decls.types]
        ctx.unknown("E0202", of, "no type", known)
        return None
    return domain_named(ctx, of.text, of.span)


def _rows(ctx: Context, decl: n.LookTable, domain: Domain) -> Iterator[tuple[int, n.Row]]:
    """The rows with the members they speak of; of seats that are not in this game nothing is said."""
    absent = seats_at_any_count(ctx.decls) if domain is ctx.players else set()
    first: dict[str, Span] = {}
    for row in decl.rows[1:]:
        label = row.cells[0].span.text
        if label in first:
            where = "place laid out twice" if decl.kind == "places" else "row given twice"
            code = "E1103" if decl.kind == "places" else "E0201"
            labels = [Label(first[label], "the first")]
            ctx.error(code, row.cells[0].span, f"`{label}` again: {where}", labels=labels)
        elif domain.named(label):
            first[label] = row.cells[0].span
            yield domain.code(label), row
        elif label not in absent:
            hint = ctx.suggest(label, domain.labels)
            ctx.error("E0205", row.cells[0].span, f"{domain} has no `{label}`", hint=hint)


def _columns(ctx: Context, decl: n.LookTable, known: tuple[str, ...]) -> dict[str, int]:
    """The places of the columns behind the first."""
    found: dict[str, int] = {}
    for place, cell in enumerate(decl.rows[0].cells[1:], 1):
        name = cell.value.id if isinstance(cell.value, n.Name) else cell.span.text
        if name not in known:
            hint = ctx.suggest(name, known)
            ctx.error("E1102", cell.span, f"`{name}`", why=f"`{decl.kind} of` has {listed(known, 'and')}", hint=hint)
        elif name in found:
            ctx.error("E0201", cell.span, f"column `{name}` again")
        else:
            found[name] = place
    return found


@define
class Faces:
    """By type and code what stands for a member."""

    data: dict[str, dict[int, Face]] = field(factory=dict)

    def add(self, ctx: Context, decl: n.LookTable) -> None:
        domain = _domain(ctx, decl.of)
        columns = _columns(ctx, decl, FACE_COLUMNS)
        for code, row in _rows(ctx, decl, domain) if domain is not None else ():
            said = {name: row.cells[place] for name, place in columns.items()}
            assert domain is not None
            self.data.setdefault(domain.name, {})[code] = (
                self._word(ctx, said.get("shape"), "shape", SHAPES),
                self._text(ctx, said.get("glyph")),
                self._letter(ctx, said.get("letter")),
                self._word(ctx, said.get("colour"), "colour", COLOURS),
            )

    def _word(self, ctx: Context, cell: n.Cell | None, what: str, words: list[str]) -> str | None:
        if cell is None or cell.value is None:
            return None
        return _known(ctx, cell.value.id if isinstance(cell.value, n.Name) else cell.span.text, cell.span, what, words)

    def _text(self, ctx: Context, cell: n.Cell | None) -> str | None:
        if cell is None or cell.value is None:
            return None
        if not isinstance(cell.value, str):
            ctx.error("E1101", cell.span, why="a sign stands in quotation marks")
            return None
        return cell.value

    def _letter(self, ctx: Context, cell: n.Cell | None) -> str | None:
        return None if cell is None else _ascii(ctx, self._text(ctx, cell), cell.span)


@define
class Places:
    """By type and code where a place lies: x to the east, y to the south."""

    data: dict[str, dict[int, Point]] = field(factory=dict)

    def add(self, ctx: Context, decl: n.LookTable) -> None:
        domain = _domain(ctx, decl.of)
        columns = _columns(ctx, decl, ("x", "y"))
        for axis in ("x", "y"):
            if axis not in columns:
                ctx.error("E1102", decl.rows[0].span, f"no column `{axis}`", why="places lie at x and y")
        if domain is None or len(columns) < 2:
            return
        found: dict[int, Point] = {}
        at: dict[Point, Span] = {}
        for code, row in _rows(ctx, decl, domain):
            point = _number(ctx, row.cells[columns["x"]]), _number(ctx, row.cells[columns["y"]])
            if None in point:
                continue
            found[code] = spot = (point[0] or 0, point[1] or 0)
            if spot in at:
                labels = [Label(at[spot], "the other")]
                ctx.error("E1103", row.span, "two places lie at one point", labels=labels)
            at[spot] = row.span
        if not ctx.diagnostics.errors:
            self._all_there(ctx, decl, domain, found)
        self.data[domain.name] = found

    def _all_there(self, ctx: Context, decl: n.LookTable, domain: Domain, found: dict[int, Point]) -> None:
        missing = [domain.label(code) for code in domain.codes if code not in found]
        if missing:
            said = listed([f"`{label}`" for label in missing[:5]], "and")
            more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
            ctx.error("E1103", decl.of.span, f"not laid out: {said}{more}", why="a map has all its places")


def _number(ctx: Context, cell: n.Cell) -> float | None:
    match cell.value:
        case n.Int(value=value):
            return value
        case n.Half(whole=whole):
            return whole + 0.5
        case n.Unary(op="-", operand=n.Int(value=value)):
            return -value
        case n.Unary(op="-", operand=n.Half(whole=whole)):
            return -whole - 0.5
    ctx.error("E0301", cell.span, "a coordinate is a number, also with a half")
    return None
