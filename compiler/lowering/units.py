"""Verbs made ready for lowering: one body each, reactions and sentences of tables included; and who calls whom.

A *unit* is what becomes a part or is inlined into one. A verb has one unit, except inside a cycle of calls that passes
through a `nested n deep` procedure: there it has one for each depth, with variables of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.definedness import Definedness
from hoyle.compiler.fold import fold, truth
from hoyle.compiler.rewrite import declared, free, fresh, rebuild, substitute, walk
from hoyle.compiler.typed import TRUE, Action, Expr, Local, Procedure, Reaction, SetLocal, Stmt, Var, Verb
from hoyle.compiler.types import BOOL, BoolType, IntType, MemberType, SetType, Type
from hoyle.dsl.diagnostics import Diagnostics, Label
from hoyle.dsl.span import Span


@frozen(eq=False)
class Scope(Stmt):
    """A body that `return` leaves, with something left to do behind it. Made and used up by lowering."""

    body: tuple[Stmt, ...]


@frozen(eq=False)
class DrawHere(Stmt):
    """Whatever is undrawn at `place` of the zone is drawn. Made and used up by lowering."""

    zone: t.Zone
    place: str


Depths = tuple[tuple[Procedure, int], ...]  # of the nested procedures that are running, this unit included


@define(eq=False)
class Unit:
    name: str
    verb: Verb
    params: tuple[Var, ...]
    body: tuple[Stmt, ...]
    depths: Depths
    cut: bool = False  # must be made of blocks
    calls: int = 0  # how many sentences call it
    part: ir.Part | None = None


def default_of(type_: Type) -> object:
    """Some value of a type: what a variable holds that stands for nothing."""
    match type_:
        case IntType(low, _):
            return low or 0
        case MemberType(domain):
            return domain.low
        case BoolType():
            return False
        case SetType():
            return frozenset()
    return ()


def callees(body: tuple[Stmt, ...]) -> Iterator[tuple[Verb, Span]]:
    """Every verb that a prepared body calls, one for each sentence."""
    for s in walk(body):
        match s:
            case t.CallProcedure(procedure=procedure):
                yield procedure, s.span
            case t.Must(deeds=deeds):
                for deed in deeds:
                    yield deed.action, s.span


@define(eq=False)
class Units:
    program: t.Program
    diagnostics: Diagnostics
    debug: bool = False
    units: dict[tuple[Verb, Depths], Unit] = field(factory=dict)
    _sentences: dict[tuple[int, ...], Procedure] = field(factory=dict)
    _bodies: dict[Verb, tuple[tuple[Var, ...], tuple[Stmt, ...]]] = field(factory=dict)
    _cycles: dict[Verb, int] = field(factory=dict)  # the cycle of calls that a verb lies on
    _taken: set[Var] = field(factory=set)
    sure: Definedness = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.sure = Definedness(self.program)

    # ------------------------------------------------------------------------------------------ finding units

    def roots(self) -> list[Verb]:
        """Where things begin: the game; for examples any verb."""
        program = self.program
        others = [*program.actions.values(), *program.procedures.values()] if self.debug else []
        return list(dict.fromkeys([program.setup, program.play, *others]))

    def build(self) -> list[Unit]:
        """All units that can be reached, callers before callees; cycles are reported."""
        graph = self._graph()
        self._find_cycles(graph)
        self.diagnostics.stop_on_errors()
        todo = [self.unit(v, self._enter((), v)) for v in self.roots()]
        done: dict[Unit, None] = {}
        while todo:
            unit = todo.pop(0)
            if unit in done:
                continue
            done[unit] = None
            for verb, _ in callees(unit.body):
                callee = self.callee(unit, verb)
                if callee is not None:
                    callee.calls += 1
                    todo.append(callee)
        return list(done)

    def unit(self, verb: Verb, depths: Depths) -> Unit:
        key = (verb, depths)
        if key not in self.units:
            params, body = self.prepared(verb)
            names = declared((params_node(params), body))
            if self._taken.intersection(names):
                mapping: dict[Var, Expr] = {}
                params, body = _renamed(params, body, names, mapping)
                names = declared((params_node(params), body))
            self._taken.update(names)
            self.units[key] = Unit(self._name(verb, depths), verb, params, body, depths)
        return self.units[key]

    def _name(self, verb: Verb, depths: Depths) -> str:
        """The verb's own name where it may be entered from outside, else with the depths at which it runs."""
        outermost = depths == self._enter((), verb)
        return verb.name if outermost else f"{verb.name}~{'_'.join(str(n) for _, n in depths)}"

    def on_cycle(self, verb: Verb) -> bool:
        """May the verb lead back to itself, through a nested procedure?"""
        return verb in self._cycles

    def callee(self, unit: Unit, verb: Verb) -> Unit | None:
        """The unit that a sentence of `unit` calls; None if that is nested deeper than declared."""
        depths = self._enter(unit.depths if self._cycle(unit.verb) == self._cycle(verb) else (), verb)
        if any(n > p.nested for p, n in depths):
            return None
        return self.unit(verb, depths)

    def _cycle(self, verb: Verb) -> int:
        return self._cycles.get(verb, -1 - id(verb))

    def _enter(self, depths: Depths, verb: Verb) -> Depths:
        if verb not in self._cycles or not isinstance(verb, Procedure) or verb.nested == 1:
            return depths
        now = dict(depths)
        now[verb] = now.get(verb, 0) + 1
        return tuple(sorted(now.items(), key=lambda item: item[0].name))

    def _graph(self) -> dict[Verb, list[tuple[Verb, Span]]]:
        graph: dict[Verb, list[tuple[Verb, Span]]] = {}
        todo = self.roots()
        while todo:
            verb = todo.pop(0)
            if verb not in graph:
                graph[verb] = list(callees(self.prepared(verb)[1]))
                todo.extend(v for v, _ in graph[verb])
        return graph

    def _find_cycles(self, graph: dict[Verb, list[tuple[Verb, Span]]]) -> None:
        reach = {v: _reachable(graph, v) for v in graph}
        for verb in graph:
            ring = [w for w in graph if w in reach[verb] and verb in reach[w]]
            if verb in reach[verb] and verb not in self._cycles:
                for w in ring:
                    self._cycles[w] = list(graph).index(verb)
                self._check_cycle(graph, ring)

    def _check_cycle(self, graph: dict[Verb, list[tuple[Verb, Span]]], ring: list[Verb]) -> None:
        """What is left of a cycle without its nested procedures must have none (semantics 11.7)."""
        plain = [v for v in ring if not (isinstance(v, Procedure) and v.nested > 1)]
        inner = {v: [(w, s) for w, s in graph[v] if w in plain] for v in plain}
        for verb in plain:
            path = _path(inner, verb)
            if path:
                labels = [Label(span, f"`{a.name}` leads to `{b.name}`") for a, b, span in path[1:]]
                self.diagnostics.report(
                    "E0502",
                    path[0][2],
                    f"`{path[0][0].name}` leads to `{path[0][1].name}`",
                    labels=labels,
                    why="calls, reactions and sentences of tables must not lead back to where they began",
                    hint="declare a procedure on the way `nested 2 deep` if the rules mean it",
                )
                return

    # ------------------------------------------------------------------------------------------ preparing bodies

    def prepared(self, verb: Verb) -> tuple[tuple[Var, ...], tuple[Stmt, ...]]:
        if verb not in self._bodies:
            self._bodies[verb] = self._prepare(verb)
        return self._bodies[verb]

    def _prepare(self, verb: Verb) -> tuple[tuple[Var, ...], tuple[Stmt, ...]]:
        you = (verb.you,) if verb.you is not None else ()
        match verb:
            case Action(params=parameters):
                params = (*you, *(p.var for p in parameters))
                core = (*self._header_snapshots(verb), *verb.effect)
            case Procedure(params=plain, body=body):
                params = (*you, *(v for v in plain if v not in you))
                core = body
            case _:
                raise TypeError(verb)
        head, tail = self._reactions(verb, params)
        watched = self.debug and bool(verb.promises)
        args = tuple(Local(v.type, v) for v in params)
        whole = (
            *((ir.Watch(verb, span=verb.span),) if watched else ()),
            *head,
            *self._instead(verb, params, core),
            *tail,
            *((ir.Check(verb, args, span=verb.span),) if watched else ()),
        )
        if verb is self.program.play:  # its end ends the game, also where an example has begun it (semantics 11.6)
            whole = (Scope(whole, span=verb.span), t.EndGame("play.end", None, span=verb.span))
        return params, self._with_sentences(whole)

    def _header_snapshots(self, action: Action) -> list[Stmt]:
        """The `let`s of the header that the effect uses, taken as it begins (semantics 10.2)."""
        lets = [h for h in action.header if isinstance(h, t.HeaderLet)]
        used = set(_free_in(action.effect))
        for let in reversed(lets):
            if let.var in used:
                used.update(free(let.value))
        out: list[Stmt] = []
        for let in lets:
            if let.var in used:
                out.append(SetLocal(let.var, self._or_default(let.value), span=let.value.span))
        return out

    def _or_default(self, e: Expr) -> Expr:
        """A header `let` that is undefined makes every move illegal that depends on it; what an effect does with it
        otherwise cannot matter but must not fail."""
        if self.sure.sure(e):
            return e
        return t.Cond(e.type, defined(e), e, t.Const(e.type, default_of(e.type)), span=e.span)

    def _reactions(self, verb: Verb, params: tuple[Var, ...]) -> tuple[list[Stmt], list[Stmt]]:
        """Snapshots for `old` at the head, `after` reactions at the tail."""
        head: list[Stmt] = []
        tail: list[Stmt] = []
        taken: dict[Expr, Expr] = {}
        for reaction in verb.after:
            mapping = _bind(reaction, params)
            test = self._without_old(substitute(reaction.test, mapping), head, taken, params)
            body = self._without_old(substitute(reaction.body, mapping), head, taken, params)
            tail.extend(_guarded(test, body, reaction.span))
        return head, tail

    def _without_old(self, node: object, head: list[Stmt], taken: dict[Expr, Expr], params: tuple[Var, ...]) -> object:
        def leave(x: object) -> object:
            if not isinstance(x, t.Old):
                return x
            if x.of not in taken:
                taken[x.of] = self._snapshot(x, head, params)
            return taken[x.of]

        return rebuild(node, leave)

    def _snapshot(self, old: t.Old, head: list[Stmt], params: tuple[Var, ...]) -> Expr:
        outer = [v for v in free(old.of) if v not in params]
        if outer:
            self.diagnostics.report(
                "E0503",
                old.span,
                f"`{outer[0].name}` is not known when the verb begins",
                why="a reaction takes the old value before the effect, when only the verb's own names have values",
                hint="take the old value of the whole: a set or a list over all of them",
            )
            return old.of
        var = Var("old", old.type, "temp", old.span)
        if self.sure.sure(old.of):
            head.append(SetLocal(var, old.of, span=old.span))
            return Local(old.type, var, span=old.span)
        has = Var("old_is_defined", BOOL, "temp", old.span)
        other = t.Const(old.type, default_of(old.type))
        head.append(SetLocal(has, defined(old.of), span=old.span))
        head.append(SetLocal(var, t.Cond(old.type, Local(BOOL, has), old.of, other), span=old.span))
        return t.Cond(old.type, Local(BOOL, has), Local(old.type, var), t.Undefined(old.type), span=old.span)

    # ------------------------------------------------------------------------------------------ instead, base()

    def _instead(self, verb: Verb, params: tuple[Var, ...], core: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """The last `instead` whose condition held as the verb began, else the effect (semantics 14.4)."""
        if not verb.instead:
            return (Scope(core, span=verb.span),)
        uses_base = any(isinstance(s, t.Base) for r in verb.instead for s in walk(r.body))
        rest: tuple[Stmt, ...] = (Scope(core, span=verb.span),)
        out: list[Stmt] = []
        for n, reaction in enumerate(verb.instead):
            if uses_base:
                rest = (self._as_call(verb, f"{verb.name}.base" + (f"_{n}" if n else ""), params, rest, core),)
            mapping = _bind(reaction, params)
            test = fold(truth(substitute(reaction.test, mapping) or TRUE))
            body = _replace_base(substitute(reaction.body, mapping), rest)
            if uses_base and not isinstance(test, t.Const):
                held = Var("held", BOOL, "temp", reaction.span)
                out.append(SetLocal(held, test, span=reaction.span))
                test = Local(BOOL, held)
            rest = (t.If(((test, (Scope(body, span=reaction.span),)),), rest, span=reaction.span),)
        return (*out, *rest)

    def _as_call(
        self, verb: Verb, name: str, params: tuple[Var, ...], body: tuple[Stmt, ...], core: tuple[Stmt, ...]
    ) -> Stmt:
        """`body` as a procedure of its own, so that it may stand in two places; and the sentence that calls it."""
        outer = [v for v in dict.fromkeys(_free_in(body)) if v not in params]
        given = (*params, *outer)
        mapping: dict[Var, Expr] = {}
        new_params, new_body = _renamed(given, body, declared((params_node(given), body)), mapping)
        if len(new_body) == 1 and isinstance(new_body[0], Scope):
            new_body = new_body[0].body
        procedure = Procedure(name, span=verb.span, params=new_params, body=new_body)
        return t.CallProcedure(procedure, tuple(Local(v.type, v) for v in given), span=verb.span)

    # ------------------------------------------------------------------------------------------ sentences of tables

    def _with_sentences(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        def leave(x: object) -> object:
            if not isinstance(x, t.Do):
                return x
            return t.CallProcedure(self._dispatch(x.sentences), (x.you, x.sentence), span=x.span)

        return rebuild(body, leave)

    def _dispatch(self, sentences: tuple[t.SentenceCell, ...]) -> Procedure:
        key = tuple(s.number for s in sentences)
        if key not in self._sentences:
            self._sentences[key] = self._new_dispatch(sentences)
        return self._sentences[key]

    def _new_dispatch(self, sentences: tuple[t.SentenceCell, ...]) -> Procedure:
        you = Var("you", MemberType(self.program.players), "you")
        which = Var("sentence", IntType(-1, max((s.number for s in sentences), default=0)), "param")
        branches = tuple((_is(which, s), (_sentence(s, you),)) for s in sentences)
        body: tuple[Stmt, ...] = (t.If(branches),) if branches else ()
        label = sentences[0].label.split(".")[0] if sentences else "nothing"
        name = f"do_{label}" if len(self._sentences) == 0 else f"do_{label}_{len(self._sentences)}"
        return Procedure(name, you=you, params=(which,), body=body)


def params_node(params: tuple[Var, ...]) -> tuple[Local, ...]:
    return tuple(Local(v.type, v) for v in params)


def defined(e: Expr) -> Expr:
    """Has the expression a value? `e == e` has one if and only if `e` has, and is true then."""
    return truth(t.Op(BOOL, "==", (e, e), span=e.span))


def _renamed(
    params: tuple[Var, ...], body: tuple[Stmt, ...], names: list[Var], mapping: dict[Var, Expr]
) -> tuple[tuple[Var, ...], tuple[Stmt, ...]]:
    node = fresh((params_node(params), body), mapping, names)
    return tuple(x.var for x in node[0]), node[1]


def _free_in(body: tuple[Stmt, ...]) -> list[Var]:
    """Variables read in the body that no sentence or binder of it sets."""
    own = {v for s in walk(body) for v in _set_by(s)}
    return [v for v in declared(body) if v not in own]


def _set_by(s: object) -> Iterator[Var]:
    match s:
        case t.SetLocal(var=var) | t.NewZone(var=var) | t.Bind(var=var):
            yield var
        case t.DrawMember(target=Var() as var) | t.DrawComponent(target=Var() as var) | t.RollItem(target=Var() as var):
            yield var
        case t.Must(you=you) | t.Choose(you=you) | t.Turns(you=you) | t.Simultaneously(you=you):
            yield you


def _bind(reaction: Reaction, params: tuple[Var, ...]) -> dict[Var, Expr]:
    """The names of a reaction are those of the verb's parameters, by position (`you` left out)."""
    own = [v for v in params if v is not reaction.verb.you]
    return {mine: Local(v.type, v) for mine, v in zip(reaction.params, own, strict=False)}


def _guarded(test: object, body: object, span: Span) -> list[Stmt]:
    assert isinstance(body, tuple)
    scope = Scope(body, span=span)
    if test is None:
        return [scope]
    assert isinstance(test, Expr)
    return [t.If(((fold(truth(test)), (scope,)),), span=span)]


def _replace_base(body: tuple[Stmt, ...], base: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """`base()` is one sentence, a call, wherever it is used."""

    def leave(x: object) -> object:
        return base[0] if isinstance(x, t.Base) else x

    return rebuild(body, leave)


def _is(which: Var, s: t.SentenceCell) -> Expr:
    return t.Op(BOOL, "==", (Local(which.type, which), t.Const(which.type, s.number)))


def _sentence(s: t.SentenceCell, you: Var) -> Stmt:
    who = Local(you.type, you)
    return t.Must(you, who, s.modal, s.deeds, s.joiner, s.if_able, None, t.Pass(None), s.label, s.prompt)


def _reachable(graph: dict[Verb, list[tuple[Verb, Span]]], start: Verb) -> set[Verb]:
    found: set[Verb] = set()
    todo = [v for v, _ in graph[start]]
    while todo:
        v = todo.pop()
        if v not in found:
            found.add(v)
            todo.extend(w for w, _ in graph[v])
    return found


def _path(graph: dict[Verb, list[tuple[Verb, Span]]], start: Verb) -> list[tuple[Verb, Verb, Span]]:
    """A way from `start` back to itself, shortest first; empty if there is none."""
    paths: list[list[tuple[Verb, Verb, Span]]] = [[(start, w, s)] for w, s in graph[start]]
    seen: set[Verb] = set()
    while paths:
        path = paths.pop(0)
        last = path[-1][1]
        if last is start:
            return path
        if last not in seen:
            seen.add(last)
            paths.extend([*path, (last, w, s)] for w, s in graph[last])
    return []
