"""From a look and a view to a scene: every line of the look becomes marks and texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve, field, frozen
from rich.cells import cell_len

from hoyle.runtime.look.description import Face, Kind, Line, LookInfo, SheetInfo
from hoyle.runtime.look.evaluate import Evaluator, Locals, elements, point_of
from hoyle.runtime.look.names import Names
from hoyle.runtime.look.scene import WAYS, Area, Board, Border, Mark, Place, Row, Scene, Seat, Sign, Text
from hoyle.runtime.look.shapes import COLOURS, SEATS
from hoyle.runtime.look.view import UNKNOWN, Heap, View
from hoyle.runtime.sentences import title

HIDDEN = "?"
_IN_FULL = 12  # columns of a name
_SINGLY = 6  # numbers are shown one by one: `5×2` reads like a product
_COLOURED = ("enum", "team")
# Members of these without faces take these in turn.
_MEMBER_COLOURS = ("red", "blue", "green", "purple", "orange", "teal", "brown", "navy", "rose", "forest")


def scene(look: LookInfo, view: View, language: str) -> Scene:
    """What a viewer sees, as the look shows it."""
    return _Drawer(look, view, Names(view.rules, language)).scene()


@frozen(eq=False)
class _Drawer:
    look: LookInfo
    view: View
    names: Names
    evaluator: Evaluator = field(init=False)
    seats: dict[int, Seat] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "evaluator", Evaluator(self.view, self.look.tables))
        viewer = self.view.observation["player"]
        domain = next((d.name for d in self.view.rules.values.domains.values() if d.kind == "player"), "Player")
        faces = self.look.faces.get(domain, {})
        for number, (code, name) in enumerate(self.view.rules.seat_name.items()):
            shape, colour = SEATS[number % len(SEATS)]
            face = faces.get(code, Face())
            sign = Sign(face.shape or (None if face.glyph else shape), face.glyph, face.letter, face.colour or colour)
            said = self.names.member(domain, name)
            self.seats[code] = Seat(said, evolve(sign, text=said), code == self.view.to_move, name == viewer)

    def scene(self) -> Scene:
        boards = {s.name: self._board(s) for s in self.look.sheets if s.kind == "board"}
        for sheet in self.look.sheets:
            if sheet.kind == "borders" and sheet.on in boards:
                boards[sheet.on] = evolve(
                    boards[sheet.on], borders=(*boards[sheet.on].borders, *self._borders(sheet, boards[sheet.on]))
                )
                if any(line.face is not None and line.face.shape in WAYS for line in sheet.lines):
                    boards[sheet.on] = evolve(boards[sheet.on], has_net=False)
        areas = [area for s in self.look.sheets if s.kind == "area" for area in self._areas(s)]
        totals = tuple(self._total(code) for code in self.seats)
        said = title(self.view.rules, self.names.language)
        raised, hidden = self.names.say("look.raised"), self.names.say("look.hidden")
        return Scene(said, tuple(boards.values()), tuple(areas), tuple(self.seats.values()), totals, raised, hidden)

    def _total(self, code: int) -> str:
        """What is known of a score; empty if the game has none."""
        if not self.view.rules.components:
            return ""
        total = self.view.score(None, code)
        return HIDDEN if total is UNKNOWN else str(total)

    # -------------------------------------------------------------------------------------------- sheets

    def _walk(self, sheet: SheetInfo) -> Iterator[tuple[Any, Locals]]:
        """The members of a sheet, each with the locals."""
        if sheet.walk is None:
            yield None, {}
            return
        number, domain, where = sheet.walk
        for env in self.evaluator.walk(((number, domain),), where, {}):
            if env is not UNKNOWN:
                yield env[number], env

    def _board(self, sheet: SheetInfo) -> Board:
        places = [self._place(sheet, code, env, i) for i, (code, env) in enumerate(self._walk(sheet))]
        found = tuple(place for place in places if place is not None)
        name = self.names.title(sheet.name, sheet.title)
        aside = sheet.name in self.look.aside
        return Board(sheet.name, name, sheet.layout, found, sheet.block, sheet.beside, aside=aside)

    def _place(self, sheet: SheetInfo, code: int, env: Locals, number: int) -> Place | None:
        point = self._point(sheet, code, number)
        if point is None:
            return None
        lines = [(line, self._drawn(sheet, line, env)) for line in sheet.lines]
        grounds = [mark for line, drawn in lines if line.layer == "ground" for mark in drawn if isinstance(mark, Mark)]
        things = [thing for line, drawn in lines if line.layer != "ground" for thing in drawn]
        height = 0 if sheet.height is None else self.evaluator.value(sheet.height, env)
        joined = None if sheet.joined is None else self.evaluator.value(sheet.joined, env)
        return Place(
            code,
            self._name(sheet, code),
            point,
            grounds[0] if grounds else None,
            tuple(t for t in things if isinstance(t, Mark)),
            tuple(t for t in things if isinstance(t, Text)),
            height if isinstance(height, int) else 0,
            joined if isinstance(joined, int) and joined >= 0 else None,
        )

    def _point(self, sheet: SheetInfo, code: int, number: int) -> tuple[float, float] | None:
        assert sheet.type is not None
        match sheet.spots:
            case None:
                return number, 0
            case str():
                return point_of(self.view.label(sheet.type[1], code))
            case spots:
                return spots.get(code)

    def _name(self, sheet: SheetInfo, code: int) -> str:
        assert sheet.type is not None
        return self._said(sheet.type, code)

    def _borders(self, sheet: SheetInfo, board: Board) -> Iterator[Border]:
        assert sheet.ends is not None
        shown = {place.number for place in board.places}
        for code, env in self._walk(sheet):
            ends = sheet.ends[code]
            marks = tuple(t for line in sheet.lines for t in self._drawn(sheet, line, env) if isinstance(t, Mark))
            if marks and shown.issuperset(ends):
                yield Border(ends, self._name(sheet, code), marks)

    def _areas(self, sheet: SheetInfo) -> Iterator[Area]:
        for code, env in self._walk(sheet):
            rows = tuple(row for line in sheet.lines for row in self._rows(sheet, line, env))
            name, aside = self.names.title(sheet.name, sheet.title), sheet.name in self.look.aside
            yield Area(sheet.name, name, self.seats.get(code), rows, aside)

    def _rows(self, sheet: SheetInfo, line: Line, env: Locals) -> Iterator[Row]:
        caption = self._caption(sheet, line)
        things = self._drawn(sheet, line, env)
        marks = tuple(_in_full(t) for t in things if isinstance(t, Mark))
        texts = tuple(t for t in things if isinstance(t, Text))
        yield Row(caption, marks, texts, f"{sheet.name}.{line.name}" in self.look.aside)

    # -------------------------------------------------------------------------------------------- lines

    def _caption(self, sheet: SheetInfo, line: Line) -> str:
        return self.names.caption(sheet.name, line.name, line.caption, line.field)

    def _drawn(self, sheet: SheetInfo, line: Line, env: Locals) -> list[Mark | Text]:
        found: list[Mark | Text] = []
        for inner in [env] if line.walks is None else self.evaluator.walk(line.walks[0], line.walks[1], env):
            found += [self._hidden(sheet, line)] if inner is UNKNOWN else self._at(sheet, line, inner)
        if f"{sheet.name}.{line.name}" in self.look.aside:
            return [evolve(thing, aside=True) for thing in found]
        return found

    def _hidden(self, sheet: SheetInfo, line: Line) -> Mark:
        caption = self._caption(sheet, line)
        return Mark(line.name, caption, HIDDEN, Sign(None, HIDDEN, HIDDEN, "grey", HIDDEN))

    def _at(self, sheet: SheetInfo, line: Line, env: Locals) -> list[Mark | Text]:
        value = self.evaluator.value(line.value, env)
        caption = self._caption(sheet, line)
        if line.layer in ("write", "note"):
            said = self._written(line.type, value, caption)
            return [Text(line.name, caption, said, line.layer == "write")] if said else []
        owner = self._owner(line, value, env)
        return [mark for mark in self._marks(line, caption, line.type, value, owner) if mark.count != 0]

    def _owner(self, line: Line, value: Any, env: Locals) -> Seat | None:
        if line.owner is not None:
            code = self.evaluator.value(line.owner[0], env)
            return self.seats.get(code) if isinstance(code, int) else None
        if line.face is not None and line.type[0] == "member" and isinstance(value, int):
            if self.view.rules.values.domains[line.type[1]].kind == "player":
                return self.seats.get(value)
        return None

    def _marks(self, line: Line, caption: str, kind: Kind, value: Any, owner: Seat | None) -> Iterable[Mark]:
        if value is None:
            return
        if line.caption is None and line.face is not None and line.face.is_colour:
            caption = ""  # a colour that means nothing
        if value is UNKNOWN:
            yield Mark(line.name, caption, caption, self._sign(line, None, HIDDEN), None, owner)
            return
        match kind:
            case ("bool",):
                if value:
                    yield Mark(line.name, caption, caption, self._sign(line, owner, caption), 1, owner)
            case ("int", none):
                if value != none:
                    yield Mark(line.name, caption, caption, self._sign(line, owner, caption), max(0, value), owner)
            case ("member", str() as domain, none):
                if value != none:
                    yield self._member(line, caption, domain, value, 1, owner)
            case ("many", of):
                yield from self._many(line, caption, of, value, owner)

    def _many(self, line: Line, caption: str, of: Kind, value: Any, owner: Seat | None) -> Iterable[Mark]:
        """What lies in a zone, alike things together; of what is hidden what is seen."""
        if isinstance(value, Heap):
            if value.top is UNKNOWN:
                yield Mark(line.name, caption, HIDDEN, self._sign(line, owner, HIDDEN), value.count, owner)
            elif value.top != -1 and of[0] == "member":
                yield self._member(line, caption, of[1], value.top, value.count, owner)
            return
        items = elements(value) if UNKNOWN not in value else value
        told = [(item, 1) for item in items] if of[0] == "int" and len(items) <= _SINGLY else Counter(items).items()
        for item, count in told:
            if item is UNKNOWN:
                yield Mark(line.name, caption, HIDDEN, self._sign(line, owner, HIDDEN), count, owner)
            elif of[0] == "member":
                yield self._member(line, caption, of[1], item, count, owner)
            else:
                yield Mark(line.name, caption, str(item), Sign(None, None, None, None, str(item)), count, owner)

    def _member(self, line: Line, caption: str, domain: str, code: int, count: int | None, owner: Seat | None) -> Mark:
        said = self._said(("member", domain, None), code)
        info = self.view.rules.values.domains[domain]
        if info.kind == "player" and line.face is None:
            seat = self.seats.get(code)
            sign = Sign(text=said) if seat is None else seat.sign
            return Mark(line.name, caption, said, sign, count, seat)
        if line.face is not None:
            return Mark(line.name, caption, said, self._sign(line, owner, said), count, owner)
        face = self.look.faces.get(domain, {}).get(code)
        label = self.view.label(domain, code)
        short = self.names.short(domain, label)
        colour = _MEMBER_COLOURS[info.codes.index(code) % len(_MEMBER_COLOURS)] if info.kind in _COLOURED else None
        sign = Sign(text=short, colour=colour) if face is None else _of_face(face, short, colour)
        if owner is not None:
            sign = evolve(sign, colour=owner.sign.colour)
        return Mark(line.name, caption, said, sign, count, owner)

    def _sign(self, line: Line, owner: Seat | None, text: str) -> Sign:
        """The sign of a line, in the colour of the owner unless it has one of its own."""
        colour = None if owner is None else owner.sign.colour
        if text == HIDDEN and line.face is None:
            return Sign("card", None, HIDDEN, colour or "grey", HIDDEN)
        if line.face is None:
            return Sign(text=text, colour=colour)
        sign = _of_face(line.face, "" if line.face.is_colour else text, None)
        return evolve(sign, colour=line.face.colour or colour or "charcoal")

    # -------------------------------------------------------------------------------------------- words

    def _said(self, kind: Kind, value: Any) -> str:
        match kind:
            case ("member", str() as domain, _):
                return self.names.member(domain, self.view.label(domain, value))
            case ("bool",):
                return self.names.say("yes" if value else "no")
        return f"{value:g}" if isinstance(value, float) else str(value)

    def _written(self, kind: Kind, value: Any, caption: str) -> str:
        """A value as text: a number, a name, `9/6/3`; empty if there is nothing."""
        match kind:
            case _ if value is None:
                return ""
            case _ if value is UNKNOWN:
                return HIDDEN
            case ("bool",):
                return caption if value else ""
            case ("int" | "member", *_, none) if value == none and none is not None:
                return ""
            case ("many", of):
                if isinstance(value, Heap):
                    return HIDDEN if value.count is None else f"{HIDDEN}×{value.count}" if value.count else ""
                return "/".join(HIDDEN if v is UNKNOWN else self._said(of, v) for v in elements(value))
            case ("member", domain, _) if self.view.rules.values.domains[domain].integer_named:
                return self.view.label(domain, value)
        return self._said(kind, value)


def _in_full(mark: Mark) -> Mark:
    """Beside the boards there is room for names, if they are not too long."""
    if mark.sign.shape is None and mark.sign.glyph is None and mark.sign.text and cell_len(mark.said) <= _IN_FULL:
        return evolve(mark, sign=evolve(mark.sign, text=mark.said))
    return mark


def _of_face(face: Face, text: str, colour: str | None) -> Sign:
    return Sign(face.shape, face.glyph, face.letter, face.colour or colour, text)


def known_colour(colour: str | None) -> str:
    """A colour that there is."""
    return colour if colour in COLOURS else "charcoal"
