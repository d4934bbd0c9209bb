"""No decision may depend on what its player cannot see (semantics 12.7): a legal move can never leak a secret.

Checked on the typed program: everything that makes a decision's list (ranges, requirements, `where`, counts, fixed
arguments, prompts, texts) is followed through defines, `can` and locals to the fields it reads. Whose fields they are
is known as far as the owner is `you` or a named seat; of anybody else's fields all must be public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.explained import parts
from hoyle.compiler.implied import nested, written_names
from hoyle.dsl.diagnostics import Diagnostics, Label

# What is known of a seat: it is the one who decides, it has this code, or nothing.
Known = Literal["you"] | int | None
Env = dict[t.Var, Known]
Shown = tuple[tuple[t.Field, tuple[t.Expr, ...]], ...]


def check_leaks(program: t.Program, diagnostics: Diagnostics) -> None:
    """Report every read of a field that the deciding player may not see."""
    check = _Check(program, diagnostics, _sources(program))
    for action in program.actions.values():
        check.action(action)
    for verb in (*program.actions.values(), *program.procedures.values(), program.setup, program.play):
        check.verb(verb)
    for sentence in program.sentences:
        for deed in sentence.deeds:
            check.deed(deed, sentence.you, ())


def _sources(program: t.Program) -> dict[t.Var, list[t.Expr]]:
    """What each local may hold: the values of its `let`s, the arguments of a procedure's calls, what a loop walks."""
    found: dict[t.Var, list[t.Expr]] = {}
    verbs = (*program.actions.values(), *program.procedures.values(), program.setup, program.play)
    for verb in verbs:
        for stmt in _all_statements(verb):
            match stmt:
                case t.SetLocal(var=var, value=value):
                    found.setdefault(var, []).append(value)
                case t.NewZone(var=var, value=t.Expr() as value):
                    found.setdefault(var, []).append(value)
                case t.CallProcedure(procedure=procedure, args=args):
                    for param, arg in zip(procedure.params, args, strict=True):
                        if param is not procedure.you:
                            found.setdefault(param, []).append(arg)
                case t.For(binds=binds) | t.Choose(binds=binds):
                    for bind in binds:
                        found.setdefault(bind.var, []).append(bind.domain)
        if isinstance(verb, t.Action):
            for item in verb.header:
                if isinstance(item, t.HeaderLet):
                    found.setdefault(item.var, []).append(item.value)
    return found


def _bodies(verb: t.Verb) -> Iterator[tuple[t.Stmt, ...]]:
    if isinstance(verb, t.Action):
        yield verb.effect
    elif isinstance(verb, t.Procedure):
        yield verb.body
    for reaction in (*verb.instead, *verb.after):
        yield reaction.body


def _all_statements(verb: t.Verb) -> Iterator[t.Stmt]:
    """The statements of a verb and its reactions, nested ones included, calls not followed."""
    stack = [stmt for body in _bodies(verb) for stmt in body]
    while stack:
        stmt = stack.pop()
        yield stmt
        stack += nested(stmt)


@define
class _Check:
    program: t.Program
    diagnostics: Diagnostics
    sources: dict[t.Var, list[t.Expr]]
    _seen: set[tuple[object, ...]] = field(factory=set)

    # -------------------------------------------------------------------------------------------- decisions

    def action(self, action: t.Action) -> None:
        you = action.you
        for param in action.params:
            self.read(param.domain, you, {})
        for item in action.header:
            match item:
                case t.Requirement(test=test, text=text, room_text=room_text):
                    self.read(test, you, {})
                    self.text(text, you)
                    self.text(room_text, you)
                case t.HeaderLet():
                    pass  # only what uses it counts: it may be for the effect
                case t.SameMove(args=args, test=test):
                    for e in (*args, *([test] if test is not None else [])):
                        self.read(e, you, {})
        self.text(action.text, you)

    def verb(self, verb: t.Verb) -> None:
        for body in _bodies(verb):
            self.block(body, ())

    def block(self, body: Iterable[t.Stmt], shown: Shown) -> None:
        """Decisions of a block; what was shown to the decider counts as seen until it changes (semantics 7.8)."""
        for stmt in body:
            match stmt:
                case t.Show(what=t.FieldZone(field=what, indices=indices)):
                    shown = (*shown, (what, indices))
                    continue
                case t.Announce(text=text):
                    self.announcement(text, shown)
                case t.Must():
                    self.sentence(stmt, shown)
                case t.Choose():
                    self.choose(stmt, shown)
            inner = shown
            for child in self._inner_blocks(stmt):
                self.block(child, inner)
            if shown and not isinstance(stmt, t.Choose):
                written = written_names(stmt)
                shown = tuple(s for s in shown if s[0].name not in written)

    def _inner_blocks(self, stmt: t.Stmt) -> Iterator[tuple[t.Stmt, ...]]:
        match stmt:
            case t.If(branches=branches, orelse=orelse):
                yield from (body for _, body in branches)
                yield orelse
            case t.For(body=body) | t.Repeat(body=body) | t.Turns(body=body) | t.Simultaneously(body=body):
                yield body
            case t.Choose(body=body, otherwise=otherwise):
                yield body
                yield otherwise or ()
            case t.Must(otherwise=otherwise):
                yield otherwise or ()

    def choose(self, stmt: t.Choose, shown: Shown) -> None:
        for bind in stmt.binds:
            self.read(bind.domain, stmt.you, {}, shown)
        if stmt.where is not None:
            self.read(stmt.where, stmt.you, {}, shown)
        self.text(stmt.prompt, stmt.you)
        self.text(stmt.decline.text, stmt.you)

    def sentence(self, stmt: t.Must, shown: Shown) -> None:
        for deed in stmt.deeds:
            self.deed(deed, stmt.you, shown)
        self.text(stmt.prompt, stmt.you)
        self.text(stmt.decline.text, stmt.you)

    def deed(self, deed: t.Deed, you: t.Var | None, shown: Shown) -> None:
        for arg in (*deed.args, *([deed.times] if deed.times is not None else [])):
            self.read(arg, you, {}, shown)

    def announcement(self, text: t.Text, shown: Shown) -> None:
        """What all are told must be seen by all."""
        for part in text.parts:
            if isinstance(part, t.Expr):
                self.read(part, None, {}, shown)

    def text(self, text: t.Text | None, you: t.Var | None) -> None:
        for part in text.parts if text is not None else ():
            if isinstance(part, t.Expr):
                self.read(part, you, {})

    # -------------------------------------------------------------------------------------------- reads

    def read(self, e: t.Expr, you: t.Var | None, env: Env, shown: Shown = ()) -> None:
        """Everything the expression reads must be visible to `you`."""
        match e:
            case t.Local(var=var):
                self._local(var, you, env, shown)
            case t.Load(field=read, indices=indices) if read.owner is not None or read.seen:
                self._field(read, indices, "content", e, you, env, shown)
            case t.Family(field=read, owner=owner):
                self._field(read, (owner,) if owner else (), "content", e, you, env, shown)
            case t.Lib(name="count", args=(t.ZoneValue(zone=zone),)):
                self._zone(zone, "count", e, you, env, shown)
            case t.Op(op="==" | "!=", args=(t.ZoneValue(zone=zone), t.Const(value=value))) if not value:
                self._zone(zone, "count", e, you, env, shown)
            case t.ZoneValue(zone=zone):
                self._zone(zone, "content", e, you, env, shown)
            case t.Top(zone=zone):
                self._zone(zone, "top", e, you, env, shown)
            case t.Call(function=function, args=args):
                self._call(function, args, you, env, shown)
            case t.Can(who=who, deed=deed):
                self._can(deed.action, self._known(who, you, env))
            case t.CanDo(who=who):
                for sentence in self.program.sentences:
                    for deed in sentence.deeds:
                        self._can(deed.action, self._known(who, you, env))
            case t.Score(who=who, component=name):
                self._score(name, self._known(who, you, env), you)
        if not isinstance(e, t.ZoneValue | t.Top) and not self._counts(e):
            for part in parts(e):
                self.read(part, you, env, shown)

    def _counts(self, e: t.Expr) -> bool:
        match e:
            case t.Lib(name="count", args=(t.ZoneValue(),)):
                return True
            case t.Op(op="==" | "!=", args=(t.ZoneValue(), t.Const(value=value))):
                return not value
        return False

    def _local(self, var: t.Var, you: t.Var | None, env: Env, shown: Shown) -> None:
        key = (var, you, shown)
        if key in self._seen or var in env or var is you:
            return
        self._seen.add(key)
        for source in self.sources.get(var, ()):
            self.read(source, you, env, shown)

    def _call(self, function: t.Function, args: tuple[t.Expr, ...], you: t.Var | None, env: Env, shown: Shown) -> None:
        inner: Env = {p: self._known(a, you, env) for p, a in zip(function.params, args, strict=True)}
        key = (function, you, tuple(inner.values()), shown)
        if key not in self._seen and function.body is not None:
            self._seen.add(key)
            self.read(function.body, you, inner, shown)

    def _can(self, action: t.Action, who: Known) -> None:
        # Asked of `you`, the action's own check covers it; asked of anybody else it must be public to all.
        if who == "you" or ("can", action) in self._seen:
            return
        self._seen.add(("can", action))
        for requirement in action.requirements:
            self.read(requirement.test, None, {})

    def _score(self, name: str | None, who: Known, you: t.Var | None) -> None:
        for component in self.program.components:
            key = ("score", component.name, who, you)
            if (name is None or component.name == name) and key not in self._seen:
                self._seen.add(key)
                self.read(component.value, you, {component.you: who})

    def _zone(self, zone: t.Zone, what: str, e: t.Expr, you: t.Var | None, env: Env, shown: Shown) -> None:
        match zone:
            case t.FieldZone(field=read, indices=indices):
                self._field(read, indices, what, e, you, env, shown)
                for index in indices:
                    self.read(index, you, env, shown)
            case t.EitherZone(test=test, then=then, orelse=orelse):
                self.read(test, you, env, shown)
                self._zone(then, what, e, you, env, shown)
                self._zone(orelse, what, e, you, env, shown)

    def _field(
        self,
        read: t.Field,
        indices: tuple[t.Expr, ...],
        what: str,
        e: t.Expr,
        you: t.Var | None,
        env: Env,
        shown: Shown,
    ) -> None:
        if (read, indices) in shown:
            return
        owner = self._known(indices[0], you, env) if read.owner is not None and indices else None
        if not self._visible(read, what, owner):
            self._report(read, what, e)

    def _known(self, e: t.Expr, you: t.Var | None, env: Env) -> Known:
        match e:
            case t.Local(var=var) if you is not None and var is you:
                return "you"
            case t.Local(var=var):
                return env.get(var)
            case t.Const(value=int(code)):
                return code
            case t.Narrow(of=of):
                return self._known(of, you, env)
        return None

    def _visible(self, read: t.Field, what: str, owner: Known) -> bool:
        """Is this sure to be seen by whoever decides? The content shows the top and the count, too."""
        everybody = self.program.deciding
        allowed = [s.seats for s in read.seen if s.what in (what, "content")]
        if not read.seen:
            return True
        for code in {code for seats in allowed for code in seats}:
            seen = frozenset[int]().union(*(seats.get(code, frozenset()) for seats in allowed))
            if owner == "you":
                if code in everybody and code not in seen:
                    return False
            elif (owner is None or owner == code) and not everybody <= seen:
                return False
        return True

    def _report(self, read: t.Field, what: str, e: t.Expr) -> None:
        seen = {"top": "its top is seen", "count": "its number is seen"}.get(what, "it is seen")
        self.diagnostics.report(
            "E0409",
            e.span,
            f"this reads `{read.name}`, which not everybody sees",
            labels=[Label(read.span, f"by its declaration {seen} by some only")],
            why="what a player may choose must depend only on what that player sees",
            hint="read it in the effect, after the choice, or `show` it first",
        )
