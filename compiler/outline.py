"""The course of a game as data that can be told in words: what the typed rules do, reduced to what people are told of.

An outline is a dictionary of plain data, as JSON has it. Its `setup`, `play` and, by action, `actions[…]["steps"]` are
lists of steps:

    {"kind": …, "key": …, "text": …, "cites": […], "steps": […], and what a kind has of its own}

key and text are those of a note (`notes`). Kinds: note; turns, each (seat), together, repeat, case (one of several
ways), otherwise, impossible: what is within happens so; ask (who, modal, deeds, joiner, prompt, decline, choose);
chance (how, names); do (table: what its rows say is done); end (the game; key and text of the ending).

Everything is of the checked program, so what a player count or an option leaves out is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.context import Declarations
from hoyle.compiler.notes import NOTHING, Note, Notes, notes
from hoyle.compiler.texts import define_key
from hoyle.compiler.types import (
    BoolType,
    Domain,
    IntType,
    ListType,
    MemberType,
    Type,
    is_collection,
    is_optional,
    none_code,
)

Step = dict[str, Any]
_TABLES = ("table", "enum")  # kinds of types that are told of
_DRAWN = ("q", "r", "x", "y")  # columns that say where something is drawn
_LOOPS = ("turns", "each", "together", "repeat", "case", "otherwise", "impossible")  # kinds that are but what is within
_SAYS_ITSELF = ("end", "note")  # kinds of steps that need no "in some cases" in front


def outline(program: t.Program, decls: Declarations) -> dict[str, Any]:
    """The outline of a checked program and the declarations it was made from."""
    walk = _Walk(notes(decls), program)
    setup, play = _worth_telling(walk.verb(program.setup)), _worth_telling(walk.verb(program.play))
    actions = {name: _action(program, walk, a) for name, a in program.actions.items() if not _never(a)}
    offered = _offered(program, [*setup, *play], actions)
    return {
        "setup": setup,
        "play": play,
        "actions": {name: said for name, said in actions.items() if name in offered},
        "winner": _winner(program, walk.notes),
        "terms": _terms(program, decls),
        "tables": [
            _table(program, domain, walk.notes) for domain in program.domains.values() if domain.kind in _TABLES
        ],
        "options": [_said(f"option.{name}", decl.tail.text, decl.tail.cites) for name, decl in decls.options.items()],
        "variants": [_said(name, tail.text, tail.cites) for name, tail in decls.variants.items()],
        "cites": list(program.cites),
    }


def _offered(program: t.Program, course: list[Step], actions: dict[str, Step]) -> set[str]:
    """The actions that somebody may come to do."""
    found: set[str] = set()
    todo = list(course)
    while todo:
        step = todo.pop()
        todo += step["steps"]
        deeds = step.get("deeds", ())
        if step["kind"] == "do":
            deeds = [deed for row in _rows(program, step["table"]).values() for deed in row["deeds"]]
        for deed in deeds:
            if deed["action"] not in found and deed["action"] in actions:
                found.add(deed["action"])
                todo += actions[deed["action"]]["steps"]
    return found


def _said(key: str, text: str | None, cites: Iterable[str] = ()) -> Step:
    return {"key": key, "text": text, "cites": list(cites)}


def _of_note(note: Note) -> Step:
    return _said(note.key, note.text, note.cites)


def _winner(program: t.Program, known: Notes) -> Step | None:
    """Who wins; most_total: whether it is whoever has the most points, ties: what becomes of equals."""
    ranking = program.winner
    while isinstance(ranking, t.Call) and ranking.function.body is not None:
        ranking = ranking.function.body
    if not isinstance(ranking, t.Rank):
        return None
    most, first = ranking.keys[0]
    is_total = isinstance(first, t.Lib) and first.name == "total" or first.span.text.startswith("total(")
    most_total = most and is_total
    return _of_note(known.others.get("winner", NOTHING)) | {"most_total": most_total, "ties": ranking.ties}


def _terms(program: t.Program, decls: Declarations) -> list[Step]:
    """The defines that have a text, but for those that only say why something is refused."""
    refusals = {r.text.key for action in program.actions.values() for r in action.requirements if r.text is not None}
    found = []
    for name, decl in decls.defines.items():
        key = define_key(decls, name)
        if decl.tail.text is not None and key not in refusals and ("define", name) not in decls.helpers:
            found.append(_said(key, decl.tail.text, decl.tail.cites) | {"name": name})
    return found


def _table(program: t.Program, domain: Domain, known: Notes) -> Step:
    """What a table or an enumeration is, what its columns say (labels of members, numbers, truth values, lists), and
    what its rows let one do."""
    columns = [_column(name, found) for name, found in domain.attributes.items() if name not in _DRAWN]
    said = {"name": domain.name, "labels": list(domain.labels), "columns": [c for c in columns if c is not None]}
    return _of_note(known.others.get(domain.name, NOTHING)) | said | {"rows": _rows(program, domain.name)}


def _column(name: str, table: t.Table) -> Step | None:
    """A column that can be told in words. domain: of its members, None for numbers and truth values."""
    of = table.type
    while isinstance(of, ListType):
        of = of.of
    if len(table.dims) != 1 or not isinstance(of, IntType | BoolType | MemberType):
        return None
    domain = of.domain if isinstance(of, MemberType) else None
    if domain is not None and domain.integer_named:
        domain = None
    values = [_plain(value, domain, of) for value in table.data]
    return {"name": name, "domain": None if domain is None else domain.name, "values": values}


def _plain(value: Any, domain: Domain | None, of: Type) -> Any:
    if isinstance(value, tuple):
        return [_plain(item, domain, of) for item in value]
    if value is None or (is_optional(of) and value == none_code(of)):
        return None
    if isinstance(of, BoolType):
        return bool(value)
    return value if domain is None else domain.label(value)


def _rows(program: t.Program, name: str) -> dict[str, Step]:
    """What the rows of a table let one do, by their labels."""
    found: dict[str, Step] = {}
    for cell in program.sentences:
        table, _, row = cell.label.partition(".")
        if table == name:
            found.setdefault(row, _deeds(cell.modal, cell.deeds, cell.joiner))
    return found


def _never(action: t.Action) -> bool:
    """Whether the options leave no way to do it."""
    return any(isinstance(r.test, t.Const) and r.test.value is False for r in action.requirements)


def _action(program: t.Program, walk: _Walk, action: t.Action) -> Step:
    """Why an action may be refused, and what follows it."""
    full = {field.full.source for field in program.fields if field.full is not None}
    refusals: list[Step] = []
    for r in action.requirements:
        if isinstance(r.test, t.Const):
            continue  # with these options it always holds
        refusals += [_said(r.text.key, r.text.source, r.cites)] if r.text is not None else []
        if r.room_text is not None and r.room_text.source in full:
            refusals.append(_said(r.room_text.key, r.room_text.source, r.cites))
    return {"refusals": refusals, "steps": _worth_telling(walk.effect(action))}


def _deeds(modal: str, deeds: Sequence[t.Deed], joiner: str) -> Step:
    said = [{"action": deed.action.name, "times": _times(deed)} for deed in deeds if not _never(deed.action)]
    return {"modal": modal, "deeds": said, "joiner": joiner}


def _times(deed: t.Deed) -> int | str | None:
    """How often at most: a number, "many" if it depends, None for once."""
    if deed.times is None:
        return None
    return int(deed.times.value) if isinstance(deed.times, t.Const) else "many"


@define
class _Walk:
    """Follows what happens, through procedures and reactions; verbs: those that are being followed."""

    notes: Notes
    program: t.Program
    verbs: list[str] = field(factory=list)

    # -------------------------------------------------------------------------------------------- verbs

    def verb(self, procedure: t.Procedure) -> list[Step]:
        """What a procedure does, with the reactions to it."""
        if procedure.name in self.verbs:
            return []
        self.verbs.append(procedure.name)
        steps = _once(
            [
                *self._reactions(procedure.instead, case=True),
                *self.block(procedure.body),
                *self._reactions(procedure.after),
            ]
        )
        self.verbs.pop()
        return _headed(self.notes.verbs.get(procedure.name, NOTHING), steps)

    def effect(self, action: t.Action) -> list[Step]:
        """What an action does beyond its name."""
        self.verbs.append(action.name)
        steps = [
            *self._reactions(action.instead, case=True),
            *self.block(action.effect),
            *self._reactions(action.after),
        ]
        self.verbs.pop()
        return _once(steps)

    def _reactions(self, reactions: Iterable[t.Reaction], *, case: bool = False) -> list[Step]:
        found: list[Step] = []
        for reaction in reactions:
            found += self.branch(reaction.body) if case or reaction.test is not None else self.block(reaction.body)
        return found

    # -------------------------------------------------------------------------------------------- statements

    def block(self, body: Sequence[t.Stmt]) -> list[Step]:
        """The steps of some statements, with what stands in front of them."""
        heading = self.notes.before(body[0].span, body[-1].span) if body else NOTHING
        return _headed(heading, _once([step for stmt in body for step in self.statement(stmt)]))

    def branch(self, body: Sequence[t.Stmt]) -> list[Step]:
        """The steps of what only happens in some cases."""
        steps = self.block(body)
        if not steps or all(step["kind"] in _SAYS_ITSELF for step in steps):
            return steps
        return [_step("case", NOTHING, steps)]

    def statement(self, s: t.Stmt) -> list[Step]:
        note = self.notes.at(s.span)
        match s:
            case t.If(branches, orelse):
                bodies = [*(body for _, body in branches), orelse]
                return _headed(note, _once([step for body in bodies for step in self.branch(body)]))
            case t.For(binds, _, body):
                return self._loop("each" if _is_seat(binds[0].var.type) else "", note, body)
            case t.Repeat(_, _, body):
                return self._loop("repeat", note, body)
            case t.Turns(body=body):
                return [_step("turns", note, self.block(body))]
            case t.Simultaneously(body=body):
                return [_step("together", note, self.block(body))]
            case t.Must() | t.Choose():
                return self._decision(s, note)
            case t.Announce(text):
                # What has holes tells of one game; the rest belongs to the rules.
                is_fixed = all(isinstance(part, str) for part in text.parts)
                return [_step("note", Note(text.key, text.source, note.cites), [])] if is_fixed else []
            case t.CallProcedure(procedure):
                return _headed(note, self.verb(procedure))
            case t.Do(sentences=cells) if cells:
                return [_step("do", note, []) | {"table": cells[0].label.partition(".")[0]}]
            case t.Roll() | t.DrawMember() | t.DrawComponent() | t.DrawZone() | t.Shuffle() | t.EndGame():
                return [self._happening(s, note)]
        return _headed(note, [])

    def _loop(self, kind: str, note: Note, body: Sequence[t.Stmt]) -> list[Step]:
        steps = _headed(note, self.block(body))
        says_itself = not kind or not steps or (len(steps) == 1 and steps[0]["kind"] == "note")
        return steps if says_itself else [_step(kind, NOTHING, steps)]

    def _decision(self, s: t.Must | t.Choose, note: Note) -> list[Step]:
        steps = self.block(s.body) if isinstance(s, t.Choose) else []
        found = _step("ask", note, steps) | {"who": self._who(s.who), "modal": s.modal, "choose": [], "deeds": []}
        found["prompt"] = None if s.prompt is None else _said(s.prompt.key, s.prompt.source)
        found["decline"] = None if s.decline.text is None else _said(s.decline.text.key, s.decline.text.source)
        if isinstance(s, t.Choose):
            found["choose"] = [_named(bind.var.type) for bind in s.binds]
        else:
            found |= _deeds(s.modal, s.deeds, s.joiner)
        rest = self.block(s.otherwise) if s.otherwise else []
        kind = "otherwise" if s.modal == "may" else "impossible"
        return [found, *([_step(kind, NOTHING, rest)] if rest else [])]

    def _who(self, who: t.Expr) -> str | None:
        """The seat that decides, if it is always the same."""
        if not isinstance(who, t.Const):
            return None
        return next((label for code, label in _labels(self.program) if code == who.value), None)

    def _happening(self, s: t.Stmt, note: Note) -> Step:
        match s:
            case t.EndGame(text=text):
                said = note if text is None else Note(text.key, text.source, note.cites)
                return _step("end", said, [])
            case t.Roll(items):
                names = [_target(item.target) for item in items]
                return _step("chance", note, []) | {"how": "roll", "names": names}
            case t.DrawMember(target) | t.DrawComponent(target):
                return _step("chance", note, []) | {"how": "draw", "names": [_target(target)]}
            case t.DrawZone(target=zone):
                return _step("chance", note, []) | {"how": "draw", "names": [_zone(zone)]}
            case t.Shuffle(zones):
                return _step("chance", note, []) | {"how": "shuffle", "names": [_zone(zone) for zone in zones]}
        raise AssertionError(s)


def _worth_telling(steps: list[Step]) -> list[Step]:
    """The steps without chance of which nothing is said, and without what then holds nothing. What a note says of
    chance need not be said twice."""
    found: list[Step] = []
    for step in steps:
        inner = _worth_telling(step["steps"])
        if step["kind"] == "note" and all(s["kind"] == "chance" and s["text"] is None for s in inner):
            inner = []
        is_silent = step["kind"] == "chance" and step["text"] is None and not any(step["names"])
        is_empty = step["kind"] in _LOOPS and not inner
        if not (is_silent or is_empty):
            found.append(step | {"steps": inner})
    return found


def _step(kind: str, note: Note, steps: list[Step]) -> Step:
    return {"kind": kind} | _of_note(note) | {"steps": steps}


def _once(steps: list[Step]) -> list[Step]:
    """Each step once, where several things are done in the same words."""
    return [step for place, step in enumerate(steps) if step not in steps[:place] or step["kind"] in ("ask", "chance")]


def _headed(note: Note, steps: list[Step]) -> list[Step]:
    """Steps below a note; what a note has only clauses for goes to the one step there is."""
    if note.text is not None:
        return [_step("note", note, steps)]
    if note.cites and len(steps) == 1:
        return [steps[0] | {"cites": list(dict.fromkeys([*steps[0]["cites"], *note.cites]))}]
    return steps


def _is_seat(kind: Type) -> bool:
    return isinstance(kind, MemberType) and kind.domain.kind == "player"


def _labels(program: t.Program) -> Iterable[tuple[int, str]]:
    return zip(program.players.codes, program.players.labels, strict=True)


def _target(target: t.Var | t.Counter) -> str:
    """The key of the field that chance fills, or the type of a local name; "" for a number."""
    return target.field.key if isinstance(target, t.Counter) else _named(target.type)


def _named(kind: Type) -> str:
    while is_collection(kind):
        kind = kind.of  # type: ignore[attr-defined]
    return "" if isinstance(kind, IntType) or not isinstance(kind, MemberType) else kind.domain.name


def _zone(zone: t.Zone) -> str:
    return zone.field.key if isinstance(zone, t.FieldZone) else _named(zone.type)
