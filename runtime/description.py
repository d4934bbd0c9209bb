"""What a compiled game says about itself: static facts that the runtime needs to make readable values from numbers.

Built by generated code (through `hoyle.runtime.support`), read by the runtime; knows neither language nor compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import field, frozen


@frozen
class DomainInfo:
    """A finite type. codes are the run-time values of its members, in domain order; labels their notation.

    kind as in the compiler: enum, table, player, team, grid, cells … For `cells` (squares that belong to things, laid
    during the game) labels are those by thing and part; notation then comes from `label(state, code)` in the module.
    """

    name: str
    kind: str
    codes: tuple[int, ...]
    labels: tuple[str, ...]
    integer_named: bool = False
    columns: tuple[ColumnInfo, ...] = ()

    def column(self, name: str) -> tuple[Any, ...] | None:
        """The values of a column in domain order."""
        return next((column.values for column in self.columns if column.name == name), None)


@frozen
class ColumnInfo:
    """What a table says of all its rows, in domain order: numbers, truth values, lists of numbers."""

    name: str
    type: TypeInfo
    values: tuple[Any, ...]


@frozen
class TypeInfo:
    """kind: bool, int, member, set, bag, list, pile. For int low/high; for member `domain`; for collections `of`."""

    kind: str
    domain: str | None = None
    low: int | None = None
    high: int | None = None
    optional: bool = False
    of: TypeInfo | None = None


@frozen
class SeenInfo:
    """what: content, top, count; seats by owner code (None: a field of the game)."""

    what: str
    seats: dict[int | None, tuple[int, ...]]


@frozen
class FieldInfo:
    """kind: scalar, set, values, bag, pile; owner and index types; where it lies is the module's business: it is read
    through `read_field(s, number, indices)`."""

    number: int
    key: str
    name: str
    owner: str | None
    indices: tuple[TypeInfo, ...]
    type: TypeInfo
    kind: str
    seen: tuple[SeenInfo, ...] = ()


@frozen
class TextInfo:
    """A sentence for people. parts: literal strings, and numbers for the n-th hole. Words files replace parts by key;
    what a hole says is computed by the module: `hole(s, key, n, you, args) -> (value, TypeInfo)`."""

    key: str
    source: str
    parts: tuple[str | int, ...]
    holes: tuple[str, ...] = ()  # the source text of each hole, as written between the braces
    cites: tuple[str, ...] = ()


@frozen
class RequirementInfo:
    name: str
    text: TextInfo | None
    cites: tuple[str, ...]
    line: int
    values: tuple[tuple[str, TypeInfo], ...] = ()  # source text and type of what an explanation shows
    room_text: TextInfo | None = None  # implied requirements: said if only room lacks


@frozen
class ActionInfo:
    """An action, or a `choose` (then verb is "choose" and `site` its label). Moves of it are `base` + mixed radix over
    `radices` of (argument's place in its domain); the module encodes and decodes."""

    number: int
    verb: str
    label: str  # unique: the action's name, or verb.choose_k
    params: tuple[tuple[str, TypeInfo], ...]
    text: TextInfo | None
    cites: tuple[str, ...]
    requirements: tuple[RequirementInfo, ...]
    line: int = 0


@frozen
class DecisionInfo:
    """A pause at which somebody decides. actions: numbers of what may be offered, fixed: how many leading arguments of
    each the sentence fixes. decline: the label of `pass` if it has a text of its own. secret: it stands within
    `simultaneously`, nobody else sees what is done (semantics 13)."""

    number: int
    label: str
    modal: str
    actions: tuple[int, ...]
    fixed: tuple[int, ...]
    may_pass: bool
    prompt: TextInfo | None
    decline: TextInfo | None
    line: int = 0
    secret: bool = False


@frozen
class ChanceInfo:
    """A pause at which chance decides. verb: roll, draw; items: name and type of each part of the outcome.
    seats: who sees the outcome (None: everybody)."""

    number: int
    label: str
    verb: str
    items: tuple[tuple[str, TypeInfo], ...]
    line: int = 0


@frozen
class ComponentInfo:
    number: int
    name: str
    text: TextInfo | None
    seats: tuple[int, ...]
    cites: tuple[str, ...]


@frozen
class EndingInfo:
    """name: its first clause, else where it stands (`play.end_1`); key: of its text, in words files."""

    name: str
    text: str | None = None
    key: str = ""


@frozen
class AnnouncementInfo:
    """What all are told on the way; kinds: of what its holes say."""

    text: TextInfo
    kinds: tuple[TypeInfo, ...] = ()


@frozen
class PromiseInfo:
    """file and source, the text of what is promised, in debug builds only."""

    name: str
    cites: tuple[str, ...]
    text: str | None
    line: int
    after: tuple[str, ...] = ()
    file: str = ""
    source: str = ""


@frozen
class GameInfo:
    """Everything static about a compiled game."""

    name: str
    title: str
    identity: str  # hash of the rules, variants, options and player count (semantics 1.3)
    variants: tuple[str, ...]
    options: dict[str, object]
    players: tuple[str, ...]  # seats of this game in seating order
    seat_codes: tuple[int, ...]  # their codes in the domain Player
    deciding: tuple[str, ...]
    teams: dict[str, tuple[str, ...]]
    domains: dict[str, DomainInfo]
    fields: tuple[FieldInfo, ...]
    actions: tuple[ActionInfo, ...]
    decisions: tuple[DecisionInfo, ...]
    chances: tuple[ChanceInfo, ...]
    components: tuple[ComponentInfo, ...]
    endings: tuple[EndingInfo, ...]
    promises: tuple[PromiseInfo, ...]
    has_winner: bool
    untracked: tuple[TypeInfo, ...] = ()  # types of components that may lie in no field: drawn into names, local zones
    made: tuple[TypeInfo, ...] = ()  # types of components that local zones begin with
    max_moves: int | None = None
    words: dict[str, dict[str, str]] = field(factory=dict)  # language -> key -> text
    source_files: tuple[str, ...] = ()
    announcements: tuple[AnnouncementInfo, ...] = ()
    look: dict[str, Any] | None = None  # how it is drawn (`runtime/look/description.py`)


# ------------------------------------------------------------------------------------------------ examples
# Of debug builds. Every function takes the vector; None means undefined. The runner is `runtime/examples.py`.

Asked = Callable[[list[Any]], Any]


@frozen
class GivenLine:
    """`given place = e`: `apply(s)` writes it; a value outside the type raises RuleError `out_of_range`, lists of
    unequal lengths `given_length`."""

    line: int
    apply: Asked


@frozen
class SaidInfo:
    """A move as an example says it. verb: an action's, "choose", "pass", or "" for a bare value. action: its number
    (None for choose, pass and bare values). args(s): the tuple of arguments said."""

    verb: str
    action: int | None
    args: Asked
    source: str


@frozen
class WhenLine:
    """`when P does V(args) rolling … choosing …` (at: `at P does …`, to the first pause). who(s): the seat, or `who` is
    None for a procedure without `you`. action: the number of the action, None: `verb` is a procedure.
    rolling: values in order, one function each; a collection groups the values of a bag. verb "": `choose` or `pass`,
    the first of `choosing`, answers the decision that is asked."""

    line: int
    source: str
    who: Asked | None
    verb: str
    action: int | None
    args: Asked
    rolling: tuple[Asked, ...]
    choosing: tuple[SaidInfo, ...]
    at: bool


@frozen
class ExpectLine:
    """`expect e`: `test(s)` is True, False or None. parts: the two sides of a comparison, for the message."""

    line: int
    source: str
    test: Asked
    parts: tuple[tuple[Asked, TypeInfo], ...] = ()


@frozen
class MayLine:
    """`expect P may A(args)`, `expect P may not A(args) [because reason]`. answer: of `choose(v)` and `pass`, which
    have no action."""

    line: int
    source: str
    who: Asked
    action: int | None
    args: Asked
    may: bool
    because: str | None
    answer: SaidInfo | None = None


ExampleLine = GivenLine | WhenLine | ExpectLine | MayLine


@frozen
class ExampleInfo:
    """An example, or one row of its `cases` (`case`: its number from 1)."""

    name: str
    case: int | None
    text: str | None
    cites: tuple[str, ...]
    line: int
    file: str
    lines: tuple[ExampleLine, ...]
