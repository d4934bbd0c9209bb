"""Looks: how a game is drawn. Checked against the merged game, and lowered to plain data (docs/reference/look.md).

A look reads one player's view and nothing else: its expressions are those of the language that a view can answer
(`look_expressions`). What comes out is data; the runtime draws it and knows of no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.checking import exprs as ex
from hoyle.compiler.checking import sets as check_sets
from hoyle.compiler.context import Context
from hoyle.compiler.look_expressions import Lowering, NotDrawableError
from hoyle.compiler.look_tables import Faces, Places, check_face
from hoyle.compiler.look_words import LAYOUTS, SETTINGS
from hoyle.compiler.scope import Scope
from hoyle.compiler.types import (
    BoolType,
    Domain,
    ErrorType,
    IntType,
    MemberType,
    Type,
    is_collection,
    is_optional,
    none_code,
)
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics, Label, listed
from hoyle.dsl.span import Span

Data = dict[str, Any]


def check_looks(ctx: Context, files: Iterable[n.File]) -> Data | None:
    """The look of a game as data: of the base first, what variants bring wins by name; None if there is no look file.

    What a variant changed so that the look of its base does not fit any more is left to the automatic drawing.
    """
    look = _Look(ctx)
    listed_files = list(files)
    if not listed_files:
        return None
    top = [ctx.decls.name.text, *ctx.decls.variants][-1]
    for file in listed_files:
        assert file.of is not None
        look.add(file, lenient=file.of.text != top)
    return look.data()


def word_keys(files: Iterable[n.File]) -> frozenset[str]:
    """What words files may say of looks, whether or not a variant lets it be seen."""
    sheets = [decl for file in files for decl in file.decls if isinstance(decl, n.Sheet)]
    lines = {f"look.{s.name}.{line.name}" for s in sheets for line in s.lines if isinstance(line, n.Drawing)}
    return frozenset({f"look.{s.name}" for s in sheets} | lines)


@define
class _Look:
    ctx: Context
    lowering: Lowering = field(factory=Lowering)
    faces: Faces = field(factory=Faces)
    places: Places = field(factory=Places)
    sheets: dict[str, Data] = field(factory=dict)
    left_out: dict[str, None] = field(factory=dict)
    aside: dict[str, None] = field(factory=dict)
    domains: dict[str, tuple[Domain, Span]] = field(factory=dict)  # of boards, by name of the sheet

    def add(self, file: n.File, lenient: bool) -> None:
        names: dict[str, Span] = {}
        for decl in sorted(file.decls, key=_turn):
            if isinstance(decl, n.Sheet) and not self._is_new(names, decl.name):
                continue
            kept, found = self.ctx.diagnostics, Diagnostics()
            self.ctx.diagnostics = found
            try:
                self._decl(decl)
            finally:
                self.ctx.diagnostics = kept
            for diagnostic in () if lenient and found.errors else found:
                if diagnostic.severity == "error" or not lenient:
                    kept.add(diagnostic)

    def _is_new(self, names: dict[str, Span], name: n.Ident) -> bool:
        if name.text in names:
            label = Label(names[name.text], "the first of this name")
            self.ctx.error("E0201", name.span, f"`{name.text}` again", labels=[label])
            return False
        names[name.text] = name.span
        return True

    def data(self) -> Data:
        return {
            "faces": self.faces.data,
            "sheets": tuple(sorted(self.sheets.values(), key=lambda sheet: sheet["kind"] == "borders")),
            "left_out": tuple(self.left_out),
            "aside": tuple(self.aside),
            "read": tuple(sorted(self.lowering.read)),
            "tables": dict(sorted(self.lowering.tables.items())),
        }

    # -------------------------------------------------------------------------------------------- declarations

    def _decl(self, decl: n.Decl) -> None:
        match decl:
            case n.LookTable(kind="faces"):
                self.faces.add(self.ctx, decl)
            case n.LookTable():
                self.places.add(self.ctx, decl)
            case n.LeaveOut(paths=paths):
                for path in paths:
                    self._leave_out(path)
            case n.Aside(paths=paths):
                for path in paths:
                    self._put_aside(path)
            case n.Sheet():
                sheet = _Sheet(self, decl).data()
                if sheet is not None:
                    self.sheets[decl.name.text] = sheet
            case _:
                why = "a look holds `faces of`, `places of`, `board`, `borders`, `area`, `leave out` and `aside`"
                self.ctx.error("E0609", decl.span, why=why)

    def _leave_out(self, path: tuple[n.Ident, ...]) -> None:
        said = ".".join(i.text for i in path)
        known = [f"{owner or 'game'}.{name}" for owner, name in self.ctx.decls.fields]
        known += [f.key for f in self.ctx.fields.values() if f is not None]
        if said not in known:
            span = path[0].span.to(path[-1].span)
            hint = self.ctx.suggest(said, known)
            self.ctx.error("E0208", span, f"no field `{said}`", why="a field is named `Type.field`", hint=hint)
        self.left_out[said] = None

    def _put_aside(self, path: tuple[n.Ident, ...]) -> None:
        """A sheet, or a line of one: they are checked before."""
        said = ".".join(i.text for i in path)
        known = [name for sheet in self.sheets.values() for name in (sheet["name"], *_line_names(sheet))]
        if said not in known:
            why = "what lies aside is a board, borders or an area, or a line of one: `seat.hand`"
            hint = self.ctx.suggest(said, known)
            self.ctx.error("E0208", path[0].span.to(path[-1].span), f"nothing is called `{said}`", why=why, hint=hint)
        self.aside[said] = None


def _turn(decl: n.Decl) -> int:
    """Tables go first, what lies aside last: their order in the file is free."""
    return 2 if isinstance(decl, n.Aside) else int(isinstance(decl, n.Sheet))


def _line_names(sheet: Data) -> list[str]:
    return [f"{sheet['name']}.{line['name']}" for line in sheet["lines"]]


# ------------------------------------------------------------------------------------------------ sheets


@define
class _Sheet:
    """One board, borders or area."""

    look: _Look
    decl: n.Sheet

    @property
    def ctx(self) -> Context:
        return self.look.ctx

    def data(self) -> Data | None:
        decl, scope = self.decl, Scope(self.ctx, no_you="a look is drawn for whoever looks at it")
        found: Data = {"kind": decl.kind, "name": decl.name.text, "title": decl.tail.text}
        bind: t.Bind | None = None
        if decl.binder is not None:
            binders = n.Binders((decl.binder,), decl.where)
            (bind,), scope = check_sets.binders(scope, binders)
            where = check_sets.where(scope, binders)
            if isinstance(bind.var.type, ErrorType):
                return None
            found["walk"] = self._lowered(lambda: self._walk(bind, where))
        if not self._fits(decl, bind):
            return None
        found |= self._settings(scope, bind)
        found["lines"] = self._lines(scope)
        if bind is not None:
            found["type"] = type_data(bind.var.type)
            if decl.kind == "board":
                found |= self._places(bind, found)
            elif decl.kind == "borders":
                found |= self._ends(bind)
        return found

    def _walk(self, bind: t.Bind, where: t.Expr | None) -> tuple[Any, ...]:
        lowering = self.look.lowering
        test = None if where is None else lowering.value(where)
        return lowering.number(bind.var), lowering.value(bind.domain), test

    def _fits(self, decl: n.Sheet, bind: t.Bind | None) -> bool:
        kind = None if bind is None else bind.var.type
        wanted = {
            "board": (isinstance(kind, MemberType | IntType), "a board is drawn for each of its places"),
            "borders": (
                isinstance(kind, MemberType) and kind.domain.kind == "edges",
                "borders lie between the places of a board: they are members of a type `edges(T)`",
            ),
            "area": (kind is None or _is_player(self.ctx, kind), "an area belongs to each player, or to all"),
        }
        fits, why = wanted[decl.kind]
        if not fits:
            span = decl.name.span if decl.binder is None else decl.binder.domain.span
            hint = f"write `{decl.kind} {decl.name} for …:`" if decl.binder is None else None
            self.ctx.error("E1104", span, "" if kind is None else f"its members are {kind}", why=why, hint=hint)
        return fits

    # -------------------------------------------------------------------------------------------- lines

    def _settings(self, scope: Scope, bind: t.Bind | None) -> Data:
        found: Data = {}
        known = SETTINGS[self.decl.kind]
        for line in self.decl.lines:
            if not isinstance(line, n.Setting):
                continue
            name = line.name.text
            if name not in known:
                why = f"a {self.decl.kind} has {listed(known, 'and')}" if known else f"{self.decl.kind} have none"
                hint = self.ctx.suggest(name, known)
                self.ctx.error("E1102", line.name.span, f"`{name}`", why=why, hint=hint)
            elif name in found:
                self.ctx.error("E0201", line.name.span, f"`{name}` again", why="it is said once of a board")
            else:
                found[name] = self._setting(scope, line, bind)
        return found

    def _setting(self, scope: Scope, line: n.Setting, bind: t.Bind | None) -> Any:
        if line.name.text == "layout":
            said = line.value.id if isinstance(line.value, n.Name) else ""
            if said not in LAYOUTS:
                hint = self.ctx.suggest(said, LAYOUTS)
                self.ctx.error(
                    "E1102",
                    line.value.span,
                    f"no layout `{line.value.span.text}`",
                    why=f"there are {listed(LAYOUTS, 'and')}",
                    hint=hint,
                )
            return said
        if line.name.text == "height":
            number = ex.number(scope, line.value)
            return (
                None if isinstance(number.type, ErrorType) else self._lowered(lambda: self.look.lowering.value(number))
            )
        place = ex.expr(scope, line.value, bind.var.type if bind else None)
        if isinstance(place.type, ErrorType):
            return None
        if (
            bind is None
            or not isinstance(place.type, MemberType)
            or place.type.domain is not getattr(bind.var.type, "domain", None)
        ):
            why = "what is joined to a place is another place of the board, or none"
            self.ctx.error("E0301", line.value.span, f"this is {place.type}", why=why)
            return None
        return self._lowered(lambda: self.look.lowering.value(place))

    def _lines(self, scope: Scope) -> tuple[Data, ...]:
        names: dict[str, Span] = {}
        found = []
        for line in self.decl.lines:
            if not isinstance(line, n.Drawing):
                continue
            if line.name.text in names:
                label = Label(names[line.name.text], "the first of this name")
                self.ctx.error("E0201", line.name.span, f"`{line.name}` again", labels=[label])
            names.setdefault(line.name.text, line.name.span)
            data = self._lowered(lambda: self._drawing(scope, line))  # noqa: B023
            if data is not None:
                found.append(data)
        return tuple(found)

    def _drawing(self, scope: Scope, line: n.Drawing) -> Data | None:
        lowering, walks = self.look.lowering, None
        if line.binders is not None:
            binds, scope = check_sets.binders(scope, line.binders)
            where = check_sets.where(scope, line.binders)
            walked = tuple((lowering.number(b.var), lowering.value(b.domain)) for b in binds)
            walks = walked, None if where is None else lowering.value(where)
        value = ex.expr(scope, line.value)
        owner = None if line.owner is None else ex.expr(scope, line.owner, self.ctx.player_type)
        if isinstance(value.type, ErrorType) or (owner is not None and isinstance(owner.type, ErrorType)):
            return None
        if owner is not None and not _is_player(self.ctx, owner.type):
            self.ctx.error("E0301", owner.span, f"this is {owner.type}", why="what is drawn belongs to a player")
            return None
        return {
            "layer": line.layer,
            "name": line.name.text,
            "caption": line.tail.text,
            "walks": walks,
            "value": lowering.drawn(value),
            "type": type_data(value.type),
            "field": _field_of(value),
            "face": None if line.face is None else check_face(self.ctx, line.face),
            "owner": None if owner is None else (lowering.value(owner), none_code(owner.type)),
        }

    def _lowered(self, make: Any) -> Any:
        """What `make` gives, None after a report that a view does not tell it."""
        before = set(self.look.lowering.read)
        try:
            return make()
        except NotDrawableError as error:
            self.look.lowering.read = before
            self.ctx.error(error.code, error.span, why=error.why)
            return None

    # -------------------------------------------------------------------------------------------- where places lie

    def _places(self, bind: t.Bind, found: Data) -> Data:
        """How a board is laid out, and where its places lie, as far as that is known before the game."""
        kind = bind.var.type
        if isinstance(kind, IntType):
            return {"layout": found.get("layout") or "track", "spots": None, "beside": None}
        assert isinstance(kind, MemberType)
        domain = kind.domain
        other = next((name for name, (d, _) in self.look.domains.items() if d is domain), None)
        if other is not None and other != self.decl.name.text:
            labels = [Label(self.look.domains[other][1], "drawn here")]
            why = "each place lies in one place of the picture"
            self.ctx.error(
                "E1103",
                self.decl.name.span,
                f"the places of {domain} are laid out by two boards",
                labels=labels,
                why=why,
            )
        self.look.domains[self.decl.name.text] = domain, self.decl.name.span
        layout, spots = self._spots(domain)
        layout = found.get("layout") or layout
        if layout in ("squares", "hexes", "points", "regions") and spots is None:
            why = f"a board of {layout} needs to know where its places lie"
            hint = f"write `places of {domain.name}:` with columns x and y"
            self.ctx.error(
                "E1103", self.decl.name.span, f"nothing says where the places of {domain} lie", why=why, hint=hint
            )
        beside = domain.attributes.get("beside") if layout in ("points", "regions") else None
        near = None
        if beside is not None:
            near = {c: tuple(sorted(beside.data[c - domain.low] or ())) for c in domain.codes}
        block = domain.shape["side"] if domain.kind == "cells" else None
        return {"layout": layout, "spots": spots, "beside": near, "block": block}

    def _spots(self, domain: Domain) -> tuple[str, Any]:
        said = self.look.places.data.get(domain.name)
        if said is not None:
            return "points", said
        if domain.kind == "cells":
            return "squares", "laid"
        if domain.kind in ("grid", "hexes"):
            return ("squares" if domain.kind == "grid" else "hexes"), dict(enumerate(domain.shape["points"]))
        if domain.kind in ("track", "ring"):
            return domain.kind, None
        for layout, across, down in (("hexes", "q", "r"), ("squares", "x", "y")):
            xs, ys = domain.attributes.get(across), domain.attributes.get(down)
            if xs is not None and ys is not None:
                return layout, {c: (xs.data[c - domain.low], ys.data[c - domain.low]) for c in domain.codes}
        return "row", None

    def _ends(self, bind: t.Bind) -> Data:
        kind = bind.var.type
        assert isinstance(kind, MemberType)
        shape: Mapping[str, Any] = kind.domain.shape
        of: Domain = shape["of"]
        on = next((name for name, (d, _) in self.look.domains.items() if d is of), None)
        if on is None:
            why = "borders are drawn between the places of a board"
            hint = f"write a `board` for the places of {of}, above"
            self.ctx.error("E1103", self.decl.name.span, f"no board draws the places of {of}", why=why, hint=hint)
        return {"on": on, "ends": dict(enumerate(shape["pairs"]))}


# ------------------------------------------------------------------------------------------------ types


def _field_of(e: t.Expr) -> str | None:
    """The key of the field that a value is, or whose size it is: what it is called if the look does not say."""
    match e:
        case t.Load(field=f) | t.ZoneValue(zone=t.FieldZone(field=f)):
            return f.key
        case t.Lib(name="count", args=(t.ZoneValue(zone=t.FieldZone(field=f)),)):
            return f.key
    return None


def _is_player(ctx: Context, kind: Type) -> bool:
    return isinstance(kind, MemberType) and kind.domain is ctx.players


def type_data(kind: Type) -> tuple[Any, ...]:
    """What a drawer has to know of the type of a value: its kind, its domain, its none; of a collection, of what."""
    none = none_code(kind) if is_optional(kind) else None
    match kind:
        case BoolType():
            return ("bool",)
        case IntType():
            return "int", none
        case MemberType(domain=domain):
            return "member", domain.name, none
    if is_collection(kind):
        return "many", type_data(kind.of)  # type: ignore[attr-defined]
    return ("none",)
