"""A base game and its overlays become one table of declarations (semantics, section 20).

Every overlay is checked against the base it was written for, and then goes onto the game in the order given. What two
overlays of which neither is the base of the other both change is reported as a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field, frozen

from hoyle.compiler.context import Declarations
from hoyle.compiler.declarations import add, collect
from hoyle.compiler.overlay import Application, Change, Overlay, note_helpers
from hoyle.compiler.parts import is_inside
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics, Label

# What the files of each kind may hold; the others have declarations of their own.
_IN_EXAMPLES = (n.Example, n.Always, n.Define, n.DefineCases, n.Procedure)
_PLAYERS = (n.Players, n.NamedPlayers)
_CHANGES = (n.Replace, n.AddRequire, n.ReplaceRequire, n.ReplaceScore, n.Remove)


def merge(
    base: n.File,
    overlays: Sequence[n.File],
    examples: Sequence[n.File],
    diagnostics: Diagnostics,
    complete: bool = True,
) -> Declarations:
    """The merged declarations; what cannot be merged is reported. complete: the examples were read as well."""
    work = _Merge(base, overlays, examples, diagnostics, not complete)
    total = work.game()
    if work.is_one_line:
        total = work.state(len(overlays))
    else:
        work.find_conflicts()
        if not diagnostics.errors:
            for number, overlay in enumerate(work.overlays):
                own = work.state_of(work.chain(number))
                total.changes += Application(overlay, own, total, diagnostics, work.lenient).run()
                work.finish(total, number)
    _drop_inapplicable(total, work.layers)
    return total


@frozen
class _Layer:
    """What an example of one file may rely on: the game as its file knows it."""

    decls: Declarations
    count: int


@define
class _Merge:
    """The files of a game put together: layer by layer. States are kept by the overlays that are in them."""

    base: n.File
    files: Sequence[n.File]
    examples: Sequence[n.File]
    diagnostics: Diagnostics
    lenient: bool
    overlays: list[Overlay] = field(init=False)
    layers: dict[str, _Layer] = field(factory=dict)  # of each example, by name
    states: dict[tuple[int, ...], Declarations] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.overlays = [Overlay(f.name.text, tuple(self._sentences(f)), f) for f in self.files]

    def _sentences(self, file: n.File) -> Iterator[tuple[str, n.Decl]]:
        """The sentences of a variant and of its examples, but those that belong elsewhere."""
        for part in (file, *self._examples_of(file)):
            yield from ((part.kind, decl) for decl in _fitting(part, True, self.diagnostics))

    def _examples_of(self, file: n.File) -> list[n.File]:
        return [e for e in self.examples if e.name.text == file.name.text]

    # -------------------------------------------------------------------------------------------- states

    def game(self) -> Declarations:
        """The base game with its examples."""
        found = collect(self.base, _fitting(self.base, False, self.diagnostics), self.diagnostics)
        for file in self._examples_of(self.base):
            for decl in _fitting(file, False, self.diagnostics):
                add(found, decl, self.diagnostics)
                note_helpers(found, file.kind, decl)
        self._note_examples(found, [self.base, *self._examples_of(self.base)], found)
        return found

    def chain(self, number: int) -> tuple[int, ...]:
        """The overlays that are the base of this one, in order."""
        names = {o.name: i for i, o in enumerate(self.overlays)}
        found: list[int] = []
        of = self.overlays[number].file.of
        while of is not None and of.text in names and names[of.text] not in found:
            found.insert(0, names[of.text])
            of = self.overlays[found[0]].file.of
        return tuple(found)

    @property
    def is_one_line(self) -> bool:
        """Whether each overlay is the base of the next."""
        return all(self.chain(i) == tuple(range(i)) for i in range(len(self.overlays)))

    def state(self, number: int) -> Declarations:
        return self.state_of(tuple(range(number)))

    def state_of(self, chain: tuple[int, ...]) -> Declarations:
        """The game with these overlays, each of which is the base of the next."""
        if chain not in self.states:
            if not chain:
                self.states[chain] = self.game()
            else:
                own = self.state_of(chain[:-1])
                total = own.copy()
                application = Application(self.overlays[chain[-1]], own, total, self.diagnostics, self.lenient)
                total.changes += application.run()
                self.finish(total, chain[-1])
                self.states[chain] = total
        return self.states[chain]

    def finish(self, total: Declarations, number: int) -> None:
        file = self.overlays[number].file
        total.variants[file.name.text] = file.tail
        own = self.states.get((*self.chain(number), number), total)
        self._note_examples(total, [file, *self._examples_of(file)], own)

    def _note_examples(self, into: Declarations, files: Iterable[n.File], own: Declarations) -> None:
        """An example that names no player count runs with the greatest of its file, or of its game (semantics 19.1)."""
        for file in files:
            players = [_bare(d) for d in file.decls]
            here = Declarations(file.name, file.tail, players=[p for p in players if isinstance(p, _PLAYERS)])
            counts = here.counts or own.counts
            for decl in map(_bare, file.decls):
                if isinstance(decl, n.Example) and counts:
                    into.example_players[decl.name.text] = counts[-1]
                    self.layers[decl.name.text] = _Layer(own, counts[-1])

    # -------------------------------------------------------------------------------------------- conflicts

    def find_conflicts(self) -> None:
        """Report what two overlays change, neither of which is the base of the other (semantics 20.4)."""
        for second in range(len(self.overlays)):
            for first in range(second):
                if first not in self.chain(second) and second not in self.chain(first):
                    self._compare(first, second)

    def _compare(self, first: int, second: int) -> None:
        ones, others = self._changes(first), self._changes(second)
        for other in others:
            clash = next((one for one in ones if _clash(one, other)), None)
            if clash is not None:
                label = Label(clash.part.span, f"{clash.how} by {clash.variant}")
                at = f"{other.part}, {other.how} by {other.variant}"
                why = "of two variants neither of which is a variant of the other, only one can change a part"
                self.diagnostics.report("E0606", other.part.span, at, labels=[label], why=why)

    def _changes(self, number: int) -> list[Change]:
        name = self.overlays[number].name
        return [c for c in self.state_of((*self.chain(number), number)).changes if c.variant == name]


def _clash(one: Change, other: Change) -> bool:
    """The same part, or a part inside one that the other replaces or removes. Reactions of two files are two parts."""
    a, b = one.part.key, other.part.key
    if a == b:
        return a[0] != "reaction" or "added" not in (one.how, other.how)
    return (is_inside(a, b) and other.how != "added") or (is_inside(b, a) and one.how != "added")


def _fitting(file: n.File, of_variant: bool, diagnostics: Diagnostics) -> Iterator[n.Decl]:
    """The declarations of a file that its kind may hold; the others are reported."""
    for decl in file.decls:
        inner = _bare(decl)
        if isinstance(decl, n.Translation):
            why = "words stand in a file of their own: `words LANGUAGE of GAME`"
            diagnostics.report("E0609", decl.span, why=why)
        elif isinstance(decl, _CHANGES) and not of_variant:
            why = f"only a variant changes what is there: its file begins with `variant NAME of {file.name}`"
            diagnostics.report("E0603", decl.span, why=why)
        elif file.kind == "examples" and not isinstance(inner, (*_IN_EXAMPLES, n.Remove)):
            why = "an examples file holds examples, promises, and the defines and procedures that they use"
            diagnostics.report("E0609", decl.span, why=why)
        else:
            yield decl


def _bare(decl: n.Decl) -> n.Decl:
    return decl.decl if isinstance(decl, n.Replace) else decl


# ------------------------------------------------------------------------------------------------ examples


def _drop_inapplicable(total: Declarations, layers: dict[str, _Layer]) -> None:
    """Examples whose player count, seats or option the merged game lacks do not apply (semantics 19.1)."""
    for name, decl in list(total.examples.items()):
        layer = layers.get(name)
        reason = _obstacle(total, decl, layer) if layer is not None else None
        if reason is not None:
            total.inapplicable[name] = reason
            del total.examples[name]


def _obstacle(total: Declarations, decl: n.Example, layer: _Layer) -> str | None:
    count = next((line.number for line in decl.lines if isinstance(line, n.GivenPlayers)), layer.count)
    if count not in total.counts and count in layer.decls.counts:
        return f"the game is not for {count}"
    if total.seats_at(count) != layer.decls.seats_at(count):
        return f"other seats with {count}"
    for line in decl.lines:
        match line:
            case n.Given(stmt=n.Assign(target=n.Name(id=name))) if name in layer.decls.options:
                if name not in total.options:
                    return f"there is no option {name}"
    return None
