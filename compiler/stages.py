"""When something is known (semantics 6.4): before the game, once it is laid out, or only from the state at hand.

Player count and options are bound when a program is checked, so what is constant and what is bound look alike here.
"""

from __future__ import annotations

from enum import IntEnum

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.explained import walk
from hoyle.compiler.implied import statements_within, verb_statements


class Stage(IntEnum):
    """The latest of what is read decides."""

    BOUND = 1  # constants, player count, options
    LAID = 2  # fields that are written in setup only
    STATE = 3


def written_in_play(program: t.Program) -> set[t.Field]:
    """The fields to which a write is reachable from `play`; what only examples call does not count (24.2)."""
    found: set[t.Field] = set()
    queue: list[t.Verb] = [program.play]
    seen: set[t.Verb] = set()
    while queue:
        verb = queue.pop()
        if verb in seen:
            continue
        seen.add(verb)
        for outer in verb_statements(verb):
            for stmt in statements_within(outer):
                found |= written_fields(stmt)
                queue += _done(program, stmt)
    return found


def _done(program: t.Program, stmt: t.Stmt) -> list[t.Verb]:
    match stmt:
        case t.Must(deeds=deeds):
            return [d.action for d in deeds]
        case t.Do(sentences=sentences):
            return [d.action for s in sentences for d in s.deeds]
        case t.CallProcedure(procedure=procedure):
            return [procedure]
    return []


def written_fields(stmt: t.Stmt) -> set[t.Field]:
    """The fields a statement itself writes."""
    match stmt:
        case t.Store(field=into) | t.Award(field=into):
            return {into}
        case t.MoveCount(source=source, target=target):
            return {source.field, target.field}
        case t.MoveZone(source=a, target=b) | t.DrawZone(source=a, target=b) | t.Swap(a=a, b=b):
            return _zone_fields(a) | _zone_fields(b)
        case t.DrawComponent(target=target, source=source):
            return _zone_fields(source) | ({target.field} if isinstance(target, t.Counter) else set())
        case t.DrawMember(target=t.Counter(field=into)):
            return {into}
        case t.Roll(items=items):
            return {i.target.field for i in items if isinstance(i.target, t.Counter)}
        case t.Shuffle(zones=zones):
            return {f for z in zones for f in _zone_fields(z)}
        case t.Gather(zone=zone):
            # Every zone of that component type may be emptied; none of them is laid then.
            return _zone_fields(zone)
    return set()


def _zone_fields(zone: t.Zone) -> set[t.Field]:
    match zone:
        case t.FieldZone(field=into):
            return {into}
        case t.EitherZone(then=then, orelse=orelse):
            return _zone_fields(then) | _zone_fields(orelse)
    return set()


@define
class Stages:
    """The stages of a program's expressions and defines."""

    program: t.Program
    _written: set[t.Field] = field(init=False)
    _known: dict[t.Function, Stage] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._written = written_in_play(self.program)
        if any(isinstance(s, t.Gather) for v in self.program.procedures.values() for s in verb_statements(v)):
            self._written |= {f for f in self.program.fields if f.kind == "zone"}

    def of(self, e: t.Expr) -> Stage:
        """The latest stage of anything the expression reads; locals are known where it is used."""
        latest = Stage.BOUND
        for part in walk(e):
            latest = max(latest, self._one(part))
            if latest is Stage.STATE:
                break
        return latest

    def _one(self, e: t.Expr) -> Stage:
        match e:
            case t.Load(field=read) | t.Family(field=read):
                return self._field(read)
            case t.ZoneValue(zone=zone) | t.Top(zone=zone):
                fields = _zone_fields(zone)
                return max((self._field(f) for f in fields), default=Stage.STATE)
            case t.Laid(domain=domain):
                thing = domain.shape["thing"]
                carried = [f for f in self.program.fields if f.owner is thing and f.name in ("at", "turns")]
                return max((self._field(f) for f in carried), default=Stage.STATE)
            case t.Call(function=function):
                return self.of_function(function)
            case t.Can() | t.CanDo() | t.Score() | t.Options() | t.Winners() | t.Old():
                return Stage.STATE
        return Stage.BOUND

    def _field(self, read: t.Field) -> Stage:
        return Stage.STATE if read in self._written else Stage.LAID

    def of_function(self, function: t.Function) -> Stage:
        if function not in self._known:
            self._known[function] = self.of(function.body) if function.body is not None else Stage.BOUND
        return self._known[function]
