"""What all of a check shares: the declarations of the merged game, what is already resolved, and the diagnostics.

Declarations are resolved when they are first needed, so their order in the file is free; a declaration that needs
itself is reported once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from attrs import define, field, fields

from hoyle.compiler import typed as t
from hoyle.compiler.evaluate import Budget
from hoyle.compiler.types import Domain, ErrorType, MemberType, SetType, Type
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostics, Label, suggestion
from hoyle.dsl.span import NOWHERE, Span

if TYPE_CHECKING:
    from hoyle.compiler.overlay import Change

MOST_SUGGESTIONS = 50  # of a check
MOST_CANDIDATES = 2_000  # names that are compared with a wrong one
MOST_DEEP = 25  # declarations each of which needs the next to be known
LIBRARY = frozenset(
    "count sum min max sort median reverse first last nth index only values beside around distance lines rays connected"
    " reach subsets parts linked top gather swap clockwise left right total score options old base".split()
)


_WORD = re.compile(r"\w+")
_NOT_THERE = frozenset({"E0202", "E0203", "E0206", "E0207", "E0208"})


@define
class Declarations:
    """The declarations of a merged game, by kind and name."""

    name: n.Ident
    tail: n.Tail
    players: list[n.Players | n.NamedPlayers] = field(factory=list)
    options: dict[str, n.Option | n.OptionChoice] = field(factory=dict)
    types: dict[str, n.TypeDecl | n.EnumDecl | n.Table] = field(factory=dict)
    fields: dict[tuple[str | None, str], n.Field] = field(factory=dict)
    owners: dict[str, n.Ident] = field(factory=dict)
    defines: dict[str, n.Define | n.DefineCases] = field(factory=dict)
    actions: dict[str, n.Action | n.LikeAction] = field(factory=dict)
    procedures: dict[str, n.Procedure] = field(factory=dict)
    setup: n.Setup | None = None
    play: n.Play | None = None
    reactions: list[n.Reaction] = field(factory=list)
    teams: n.Teams | None = None
    components: dict[str, n.Component] = field(factory=dict)
    winner: n.Winner | None = None
    promises: dict[str, n.Always] = field(factory=dict)
    examples: dict[str, n.Example] = field(factory=dict)
    example_players: dict[str, int] = field(factory=dict)  # the greatest count of the file that declares the example
    former_players: list[n.Players | n.NamedPlayers] = field(factory=list)  # replaced ones: their seats keep names
    helpers: set[tuple[str, ...]] = field(factory=set)  # (kind, name) of defines and procedures of examples files
    variants: dict[str, n.Tail] = field(factory=dict)  # the overlays that were merged, in order
    changes: list[Change] = field(factory=list)  # what they did
    inapplicable: dict[str, str] = field(factory=dict)  # examples that do not apply to the merged game, and why

    @property
    def example_names(self) -> list[str]:
        """Paths of the examples, for words files."""
        return [f"example.{name}" for name in (*self.examples, *self.inapplicable)]

    @property
    def counts(self) -> list[int]:
        """The numbers of people the game offers."""
        found: set[int] = set()
        for decl in self.players:
            found.update(range(decl.low, decl.high + 1) if isinstance(decl, n.Players) else [decl.number])
        return sorted(found)

    def seats_at(self, count: int) -> list[str] | None:
        """The names of the seats with this number of people, or None if the game does not offer it."""
        for decl in self.players:
            if isinstance(decl, n.NamedPlayers) and decl.number == count:
                return [i.text for i in decl.names]
            if isinstance(decl, n.Players) and decl.low <= count <= decl.high:
                return [f"player_{i}" for i in range(1, count + 1)] + ([decl.plus.text] if decl.plus else [])
        return None

    def copy(self) -> Declarations:
        """The same declarations in tables of their own."""
        changes = {f.name: _copied(getattr(self, f.name)) for f in fields(Declarations)}
        return Declarations(**changes)


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, dict | list | set) else value


@define
class Context:
    """One check of one game for one player count and one set of options."""

    decls: Declarations
    count: int
    given: Mapping[str, str]
    diagnostics: Diagnostics = field(factory=Diagnostics)
    players: Domain = field(init=False)
    seats: tuple[int, ...] = ()
    deciding: frozenset[int] = frozenset()
    domains: dict[str, Domain | None] = field(factory=dict)  # None: reported already
    aliases: dict[str, Type] = field(factory=dict)  # types that are no domains: ranges, literal types
    options: dict[str, tuple[Type, Any]] = field(factory=dict)
    option_domains: dict[str, Domain] = field(factory=dict)
    members: dict[str, list[str]] = field(factory=dict)  # label -> names of the types that have it
    fields: dict[tuple[str | None, str], t.Field | None] = field(factory=dict)
    functions: dict[str, t.Function | None] = field(factory=dict)
    actions: dict[str, t.Action] = field(factory=dict)
    procedures: dict[str, t.Procedure] = field(factory=dict)
    phases: dict[str, t.Procedure] = field(factory=dict)  # setup and play, once they are checked
    sentences: list[t.SentenceCell] = field(factory=list)
    column_sentences: dict[str, tuple[int, ...]] = field(factory=dict)
    pending_sentences: list[tuple[int, n.Sentence]] = field(factory=list)
    team_sets: tuple[frozenset[int], ...] | None = None
    option_types: dict[str, Type] = field(factory=dict)  # as declared; in `options` a number's type is its value
    visibility_words: dict[t.Var, frozenset[int]] = field(factory=dict)  # `all`, `nobody` while visibility is checked
    absent: dict[str, int] = field(factory=dict)  # seats of larger games, by a code that no seat here has
    copies: dict[str, tuple[int, ...]] = field(factory=dict)
    texts: dict[str, t.Text] = field(factory=dict)
    reaction_counts: dict[str, Counter[str]] = field(factory=dict)  # sentences of each sort, by the reactions' name
    needs_you: dict[str, tuple[str, Span]] = field(factory=dict)  # define or procedure -> (what mentions you, where)
    uses: Mapping[str, tuple[str, ...]] = field(factory=dict)  # define -> the defines whose names it writes
    bound: frozenset[str] = frozenset()  # names whose meaning depends on player count or options
    in_progress: list[str] = field(factory=list)
    budget: Budget = field(factory=Budget)  # for all that is computed before the game
    heights: dict[str, int] = field(factory=dict)  # define -> how many defines it stands on
    zone_copies: set[t.Var] = field(factory=set)  # locals that hold what lay in a zone: copies that only count
    suggestions: int = 0
    told_like: set[str] = field(factory=set)  # actions of a circle of `like`s that was told
    told_deep: bool = False  # one chain of declarations that is too long is enough to mend
    edges_of: dict[str, str] = field(factory=dict)

    @property
    def player_type(self) -> MemberType:
        return MemberType(self.players)

    @property
    def all_seats(self) -> t.Const:
        return t.Const(SetType(self.player_type), frozenset(self.seats))

    def error(
        self,
        code: str,
        span: Span,
        message: str = "",
        *,
        why: str | None = None,
        hint: str | None = None,
        labels: Iterable[Label] = (),
    ) -> None:
        """Report an error at `span`; of a name that is not there, also which variant removed it; of what stands in
        another file, also what a variant made of a part that is named there."""
        labels = [*labels, *(self._removals(span.text) if code in _NOT_THERE else self._replacements(span))]
        self.diagnostics.report(code, span, message, labels=labels, why=why, hint=hint)

    def _removals(self, name: str) -> Iterator[Label]:
        for change in self.decls.changes:
            if change.how == "removed" and change.part.path[-1:] == (name,):
                yield Label(change.part.span, f"{change.variant} removes it")

    def _replacements(self, span: Span) -> Iterator[Label]:
        words = frozenset(_WORD.findall(span.text)) if self.decls.changes else frozenset()
        for change in self.decls.changes:
            named = change.how == "replaced" and change.part.path[-1:] and change.part.path[-1] in words
            if named and change.part.span.source != span.source:
                yield Label(change.part.span, f"{change.variant} replaces it")

    def replacement(self, name: str, used: Span) -> Change | None:
        """How a variant, in another file than that of its use, replaced what has this name."""
        changes = [c for c in self.decls.changes if c.how == "replaced" and c.part.path[-1:] == (name,)]
        return changes[-1] if changes and changes[-1].part.span.source != used.source else None

    def is_of_unknown_owner(self, label: str) -> bool:
        """Is a field of this name declared for a type that is not there? That was told, and is enough to mend."""
        owners = [owner for owner, name in self.decls.fields if name == label and owner is not None]
        return any(isinstance(self.aliases.get(owner), ErrorType) for owner in owners)

    def unknown(self, code: str, ident: n.Ident, kind: str, candidates: Iterable[str], why: str | None = None) -> None:
        """Report a name that is not there, with the nearest names."""
        self.error(code, ident.span, f"{kind} `{ident.text}`", why=why, hint=self.suggest(ident.text, candidates))

    def lint(self, code: str, span: Span, message: str = "", **said: Any) -> None:
        """Report what is allowed but looks wrong."""
        self.diagnostics.report(code, span, message, **said)

    def suggest(self, name: str, candidates: Iterable[str]) -> str | None:
        """A hint with the nearest names. A file that is wrong all over gets only so many: comparing takes its time."""
        self.suggestions += 1
        if self.suggestions > MOST_SUGGESTIONS:
            return None
        return suggestion(name, list(dict.fromkeys(candidates))[:MOST_CANDIDATES])

    def procedure_params(self, procedure: t.Procedure) -> tuple[t.Var, ...]:
        """The arguments of a procedure, the hidden `you` aside, also before its body is checked."""
        return tuple(v for v in procedure.params if v is not procedure.you)

    def add_text(self, text: t.Text) -> t.Text:
        self.texts.setdefault(text.key, text)
        return text


def broken(span: Span = NOWHERE) -> t.Expr:
    """Stands for what was already reported."""
    from hoyle.compiler.types import ERROR

    return t.Const(ERROR, None, span=span)
