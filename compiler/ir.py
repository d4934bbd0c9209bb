"""The rule IR: a control-flow graph over typed expressions and simple statements.

`lower.lower(program) -> Module` makes it; `ir_print` prints it; `invariants.check` says what must hold of it;
`optimize` rewrites it; the interpreter in `tests/support` runs it slowly; `codegen` turns it into Python.

A *part* is a verb's body (or a loose entry such as the game itself). A part that can pause is cut into blocks at its
pauses; one that cannot is a plain function whose body stays a structured statement tree. Blocks hold statements that do
not pause, and end in one terminator. There is one activation of a part at a time (semantics 11.7; `copies` for `nested
n deep`), so its variables and its way back are static: a variable that is alive across a pause is a slot of the state
vector, any other is a local of the generated function.

Changes (since the first version, newest last):

- `Run(part, args)` replaces `RunAction` and `CallProcedure`: lowering makes neither of those any more.
- `Generator.free`: variables that a `choose` reads from around it; they are slots of the deciding part.
- `Lib("rest")`: a list without its first element; lowering makes it for loops over lists.
- `MustDraw`, `MovesWhole`, `Undrawn` and the place "next" for what is undrawn (semantics 7.7), see there.
- `Freeze`, `Thaw` around `simultaneously`.
- Variables of kind "temp" are made by lowering; names are not unique within a part.
- A part that ends the game (`end game`) is pausing, too, and so is one whose `return` skips a reaction. `Over` clears
  all slots. The parts of `nested n deep` are n parts (`copies` is always 1), the deeper ones named `name~2` …
- `Part.shared`: groups of slots that may lie at one place of the vector.
- Conditions that count as false when undefined (`where`, a reaction's `if`) come as `Cond(test, TRUE, FALSE)`.

What a pause re-reads when a state is restored (who decides, the fixed arguments of deeds, counts) is always a Const or
a Local, put into temporaries before; what a generator enumerates is recomputed from the state.
"""

from __future__ import annotations

from attrs import define, field, frozen

from hoyle.compiler.typed import Action, Choose, Expr, Field, Pass, Program, Requirement, Stmt, Text, Var, Verb, Zone
from hoyle.compiler.types import Type
from hoyle.dsl.span import NOWHERE, Span

# ------------------------------------------------------------------------------------------------ generators


@frozen(eq=False)
class Each:
    """`for var in domain`; position: which parameter of the move this is. domain as in typed.Bind (kinds of bags)."""

    var: Var
    domain: Expr
    position: int


@frozen(eq=False)
class Bound:
    """A leading parameter that the sentence fixes: it holds the argument with this position, if that lies in `domain`
    (an argument out of its range leaves no move)."""

    var: Var
    domain: Expr
    position: int


@frozen(eq=False)
class Let:
    var: Var
    value: Expr  # undefined: the requirements that use it are false; the nest must not be left for that alone


@frozen(eq=False)
class Guard:
    """A conjunct of a requirement, or a `where`. Hoisting splits and moves guards; names stay."""

    name: str
    test: Expr
    requirement: Requirement | None = None


@frozen(eq=False)
class SkipSame:
    """Of two ways to say one move only the first in order is listed (semantics 10.6): where `test` holds and the tuple
    `args` comes before this one in parameter order and is legal itself, this tuple is not listed."""

    args: tuple[Expr, ...]
    test: Expr | None


Step = Each | Bound | Let | Guard | SkipSame


@define(eq=False)
class Generator:
    """The legal moves of one deed: a nest of steps, innermost yields the tuple of all parameters in position order.

    `number` counts all generators of the module. `fixed` leading parameters are bound. The order of yielded tuples is
    that of the parameters (semantics 12.1); a pass that reorders loops must restore it.
    """

    number: int
    source: Action | Choose
    you: Var
    params: tuple[Var, ...]
    fixed: int
    steps: tuple[Step, ...]
    free: tuple[Var, ...] = ()  # read from around a `choose`; an action has none


# ------------------------------------------------------------------------------------------------ pauses


@define(eq=False)
class Alternative:
    """One deed of a decision. `args`: its fixed leading arguments (Const or Local). uses: how often it may still be
    done (a Local of an integer; None: no count). `binds`: the variables that receive the move's arguments.
    Once the move is made the machine goes on at block `target`."""

    generator: Generator
    args: tuple[Expr, ...]
    binds: tuple[Var, ...]
    target: int
    uses: Expr | None = None


@define(eq=False)
class DecisionSite:
    """`number` is the pause number in the vector. who: Const or Local, a seat (or none/absent/never deciding: then it
    is as if nothing were legal). `you` only names that seat in texts. pass_target: block after declining (None: there
    is no pass). none_target: block if nothing is legal (None: that is a rule error, `must` is strict)."""

    number: int
    label: str
    who: Expr
    you: Var
    modal: str
    alternatives: tuple[Alternative, ...]
    pass_target: int | None
    none_target: int | None
    prompt: Text | None = None
    decline: Pass | None = None
    span: Span = NOWHERE


@frozen(eq=False)
class RollOne:
    """A scalar gets a uniform value of `type`."""

    var: Var
    type: Type


@frozen(eq=False)
class RollMany:
    """A bag of `number` (Const or Local) independent uniform values of `type`."""

    var: Var
    type: Type
    number: Expr


@frozen(eq=False)
class DrawOf:
    """A member of a set, list or range (Local holding it): uniform by member or position."""

    var: Var
    source: Expr


@frozen(eq=False)
class DrawFrom:
    """A component of a zone: of a bag by copies, of a pile its top if that is not yet known. It stays there: a `Take`
    statement at the target moves it."""

    var: Var
    zone: Zone


@frozen(eq=False)
class Uncover:
    """The identity of an undrawn component is fixed, by what is still possible (semantics 7.7).

    place "top" or "next": the topmost place of a pile that is not known (for "top" it is the top of all); the rest's
    known members count by copies, each token as the pool. place "any": what one token of the zone is, by the pool. A
    `Reveal` at the target writes it down.
    """

    var: Var
    zone: Zone
    place: str


ChanceItem = RollOne | RollMany | DrawOf | DrawFrom | Uncover


@define(eq=False)
class ChanceSite:
    """One chance node: the product of its items, conditioned by `until` (over the items' variables). With one outcome
    the machine goes on without a pause. `number` is the pause number in the vector."""

    number: int
    items: tuple[ChanceItem, ...]
    until: Expr | None = None
    label: str = ""
    span: Span = NOWHERE


# ------------------------------------------------------------------------------------------------ terminators


@frozen(eq=False)
class Terminator:
    span: Span = field(default=NOWHERE, repr=False, kw_only=True)


@frozen(eq=False)
class Goto(Terminator):
    target: int


@frozen(eq=False)
class Branch(Terminator):
    """An undefined test is a rule error here (semantics 4.4)."""

    test: Expr
    then: int
    orelse: int


@frozen(eq=False)
class Decide(Terminator):
    site: DecisionSite


@frozen(eq=False)
class Chance(Terminator):
    site: ChanceSite
    target: int


@frozen(eq=False)
class Invoke(Terminator):
    """Run a part that can pause, then go on at `target`. args: `you` first, if the part has it."""

    part: Part
    args: tuple[Expr, ...]
    target: int


@frozen(eq=False)
class Leave(Terminator):
    """The part is over: back to who invoked it."""


@frozen(eq=False)
class Over(Terminator):
    """The game is over. winners: a set of seats, or None: left to `winner`."""

    ending: str
    winners: Expr | None


# ------------------------------------------------------------------------------------------------ statements of the IR
# besides those of typed.py that do not pause: SetLocal, Store, NewZone, MoveCount, MoveZone (no undrawn component left
# to see), Shuffle, Gather, Swap, Award, Show, and If, For, Repeat (all forms), Stop, Next, Return in structured bodies.
# A `Return` leaves the part that cannot pause. DrawMember/DrawComponent/DrawZone/Roll become chance ends.


@frozen(eq=False)
class Run(Stmt):
    """Run a part that cannot pause. args: you first, if the part has it."""

    part: Part
    args: tuple[Expr, ...]


@frozen(eq=False)
class Take(Stmt):
    """The component drawn (`var`) leaves the zone, for `target` zone or (None) for the variable it is bound to."""

    zone: Zone
    component: Expr
    target: Zone | None


@frozen(eq=False)
class Reveal(Stmt):
    """What an `Uncover` chance decided is known from now on: "top" and "next" put `component` at the end of the pile's
    known prefix, "any" turns one token of the zone into a known component of its rest."""

    zone: Zone
    place: str
    component: Expr


@frozen
class Undrawn(Expr):
    """Is there something undrawn in `zone` at `place`, whoever may see it? top: the pile is not empty and its top not
    known; next: some place of the pile is not known; any: the rest holds tokens; mixed: the rest holds tokens and known
    components, and one of these is also in the pool (which of the two is drawn could then not be told)."""

    zone: Zone
    place: str


@frozen
class PendingReveal(Expr):
    """`Undrawn(zone, place)`, and somebody may see it there: for "top" its top (or all of it), else its content."""

    zone: Zone
    place: str


@frozen
class MustDraw(Expr):
    """Would moving one component (of a pile the top) from `source` to `target` have to draw it first? It is not known,
    and somebody may see the content of `target`, or it cannot stay undrawn there: `source` holds tokens and known
    components in its rest, or `target` holds anything but tokens of the same pool (semantics 7.7)."""

    source: Zone
    target: Zone


@frozen
class MovesWhole(Expr):
    """May all of `source` be moved to `target` as it is, undrawn parts included? Yes if all of it is known, or if
    `target` is empty and (for two piles) nothing lies on top of the unknown. A bag's rest is joined by the prefix."""

    source: Zone
    target: Zone


@frozen(eq=False)
class Freeze(Stmt):
    """`simultaneously` begins for `seats`: until `Thaw` every seat but the field's owner sees these fields as now."""

    fields: tuple[Field, ...]
    seats: Expr


@frozen(eq=False)
class Thaw(Stmt):
    """All have decided: what was written is published."""

    fields: tuple[Field, ...]


@frozen(eq=False)
class Forget(Stmt):
    """Variables that are dead from here on: their slots return to 0 (equal positions are equal vectors)."""

    vars: tuple[Var, ...]


@frozen(eq=False)
class Fail(Stmt):
    """A rule error with this message key."""

    message: str


@frozen(eq=False)
class Watch(Stmt):
    """Debug builds: remember the state as the effect of `verb` begins (for `always … after` and `old`)."""

    verb: Verb


@frozen(eq=False)
class Check(Stmt):
    """Debug builds: `always … after verb` must hold now. args: you (if any) and the arguments as passed."""

    verb: Verb
    args: tuple[Expr, ...]


# ------------------------------------------------------------------------------------------------ parts, module


@define(eq=False)
class Block:
    number: int
    stmts: list[Stmt] = field(factory=list)
    end: Terminator = field(factory=Leave)


@define(eq=False, repr=False)
class Part:
    """A verb's body. pausing: `blocks` (entry first); else `body`, a structured statement tree.

    params: you first (if any), then the arguments. `slots`: variables that live across a pause, in slot order.
    """

    name: str
    verb: Verb | None
    params: tuple[Var, ...]
    pausing: bool
    body: tuple[Stmt, ...] = ()
    entry: int = -1
    blocks: list[int] = field(factory=list)
    slots: list[Var] = field(factory=list)
    shared: list[tuple[Var, ...]] = field(factory=list)  # the slots in groups: those of one are never in use together
    copies: int = 1
    span: Span = NOWHERE

    def __repr__(self) -> str:
        return self.name


@define(eq=False)
class Module:
    """A lowered game. blocks are numbered through all parts; pauses (decision and chance sites) likewise, from 1.

    `main` is the part that runs setup, then play, then is over. Pause 0 is "not begun", OVER is -1.
    """

    program: Program
    parts: list[Part]
    blocks: dict[int, Block]
    main: Part
    generators: list[Generator]
    decisions: list[DecisionSite]
    chances: list[ChanceSite]
    endings: list[str]
    pooled: frozenset[str]  # keys of zone fields (and "verb:var" of local zones) that may hold undrawn components
    debug: bool = False  # promises watched; every verb has a part that can be entered from outside (examples)
