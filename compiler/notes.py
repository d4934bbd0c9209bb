"""The explanations of rules that players can be told of outside a game, and the paths under which words files speak of
them.

What a decision asks, how it is declined and what an ending is called have paths of their own (`verb.must_1`). Every
other text within `setup`, `play`, a procedure, an action or a reaction is a note of it: the text behind the colon of
its first line has the path of the verb itself, all others are numbered as they are written (`take_turn.note_2`),
whether or not a player count or an option leaves them out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import define, field, frozen

from hoyle.compiler.context import Declarations
from hoyle.dsl import nodes as n
from hoyle.dsl.span import Span

Place = tuple[int, int]  # of a source and a character in it


@frozen
class Note:
    """A text for people with its path and clauses; without a text only clauses."""

    key: str
    text: str | None
    cites: tuple[str, ...] = ()


NOTHING = Note("", None)


@define
class Notes:
    """All notes of a game. of: by the statement they stand at; headings: by the first statement of the block they stand
    in front of, with where that block ends; verbs: by the name of a verb; others: what is no verb (`winner`)."""

    of: dict[Place, Note] = field(factory=dict)
    headings: dict[Place, tuple[Note, int]] = field(factory=dict)
    verbs: dict[str, Note] = field(factory=dict)
    others: dict[str, Note] = field(factory=dict)

    @property
    def keys(self) -> set[str]:
        headings = [note for note, _ in self.headings.values()]
        found = [*self.of.values(), *headings, *self.verbs.values(), *self.others.values()]
        return {note.key for note in found if note.text is not None}

    def at(self, span: Span) -> Note:
        """The note of the statement that begins here."""
        return self.of.get(place(span), NOTHING)

    def before(self, first: Span, last: Span) -> Note:
        """The note in front of the block with these first and last statements."""
        note, end = self.headings.get(place(first), (NOTHING, 0))
        return note if last.start < end else NOTHING


def place(span: Span) -> Place:
    return id(span.source), span.start


def notes(decls: Declarations) -> Notes:
    """The notes of the merged declarations."""
    found = Notes()
    for name, phase in (("setup", decls.setup), ("play", decls.play)):
        if phase is not None:
            _Reader(found, name).verb(phase.block)
    for name, procedure in decls.procedures.items():
        _Reader(found, name).verb(procedure.block)
    for name, action in decls.actions.items():
        if isinstance(action, n.Action):
            _Reader(found, name).body(action.body)
    readers: dict[str, _Reader] = {}
    for reaction in decls.reactions:
        name = f"{reaction.when}_{reaction.verb}"
        readers.setdefault(name, _Reader(found, name)).block(reaction.block)
    if decls.winner is not None:
        found.others["winner"] = _note("winner", decls.winner.tail)
    for name, declared in decls.types.items():
        found.others[name] = _note(f"{name}.about", declared.tail)
    return found


def _note(key: str, tail: n.Tail) -> Note:
    return Note(key, tail.text, tail.cites)


@define
class _Reader:
    """Reads the statements of one verb, in the order in which they are written."""

    into: Notes
    verb_name: str
    counts: Counter[str] = field(factory=Counter)

    def verb(self, block: n.Block) -> None:
        self.into.verbs[self.verb_name] = _note(self.verb_name, block.tail)
        self.body(block.body)

    def block(self, block: n.Block, *, asks: bool = False) -> None:
        """asks: what stands behind the colon is a question, which has a path of its own."""
        if not asks and (block.tail.text is not None or block.tail.cites):
            self.into.headings[place(block.span)] = self._numbered(block.tail), block.span.end
        self.body(block.body)

    def body(self, body: tuple[n.Stmt, ...]) -> None:
        for stmt in body:
            self._statement(stmt)

    def _numbered(self, tail: n.Tail) -> Note:
        if tail.text is None:
            return Note("", None, tail.cites)
        self.counts["note"] += 1
        return _note(f"{self.verb_name}.note_{self.counts['note']}", tail)

    def _statement(self, stmt: n.Stmt) -> None:
        if isinstance(stmt, n.Require | n.RequireDefined | n.Same):
            return
        if _has_own_path(stmt):
            self.into.of[place(stmt.span)] = Note("", None, stmt.tail.cites)
        elif stmt.tail.text is not None or stmt.tail.cites:
            self.into.of[place(stmt.span)] = self._numbered(stmt.tail)
        for block, asks in _blocks(stmt):
            self.block(block, asks=asks)
        if isinstance(stmt, n.Must | n.Choose):
            for link in stmt.otherwise:
                self._otherwise(link.body, stmt.modal)

    def _otherwise(self, body: n.Stmt | n.Block, modal: str) -> None:
        match body:
            case n.Block():
                self.block(body)
            case n.Must() | n.Choose():
                self._statement(body)
            case _ if modal == "may":  # what it says is how to decline
                self.into.of[place(body.span)] = Note("", None, body.tail.cites)
            case _:
                self._statement(body)


def _has_own_path(stmt: n.Stmt) -> bool:
    return isinstance(stmt, n.EndGame | n.Announce) or (isinstance(stmt, n.Must) and stmt.asks)


def _blocks(stmt: n.Stmt) -> Iterator[tuple[n.Block, bool]]:
    """The blocks within a statement, and whether the text in front of it is a question."""
    match stmt:
        case n.If(branches=branches, orelse=orelse):
            yield from ((block, False) for _, block in branches)
            if orelse is not None:
                yield orelse, False
        case n.For(block=block) | n.Repeat(block=block) | n.Turns(block=block) | n.Simultaneously(block=block):
            yield block, False
        case n.Choose(block=block):
            yield block, True
