"""The game as functions: one for each decision and chance node that goes on from there, one for each join of blocks.

Every function returns what the next pause is (the legal moves, CHANCE, None), or the number of a block to go on with:
calls go forward only, everything else goes through the loop in `step`, so that no recursion grows.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import Shared
from hoyle.compiler.codegen.chance import Chances
from hoyle.compiler.codegen.compact import slots_read_once
from hoyle.compiler.codegen.flow import Flow, always_pauses
from hoyle.compiler.codegen.moves import Deeds
from hoyle.compiler.codegen.values import ATOM, Val, literal
from hoyle.compiler.typed import Var
from hoyle.compiler.types import BoolType, is_optional
from hoyle.dsl.span import NOWHERE, Span

DONE_BLOCK = -1
# At how many places a short block is written at most.
_MOST_COPIES = 3


@define(eq=False)
class Machine:
    gen: Shared
    deeds: Deeds
    flow: Flow
    chances: Chances
    mail: dict[tuple[int, Var], int] = field(factory=dict)
    block_names: dict[int, str] = field(factory=dict)
    resume: dict[int, str] = field(factory=dict)  # pause -> function
    offers: dict[int, str] = field(factory=dict)  # decision -> function that lists its moves
    origin: int | None = None  # the leader whose function is being written

    @property
    def module(self) -> ir.Module:
        return self.gen.module

    # -------------------------------------------------------------------------------------------- names

    def reserve(self) -> None:
        """Names and places that functions refer to before they are written."""
        for site in self.module.decisions:
            self.resume[site.number] = self.gen.unique(f"r{site.number}_{site.label}")
        for chance in self.module.chances:
            self.resume[chance.number] = self.gen.unique(f"c{chance.number}_{chance.label or 'chance'}")
        for number in self.flow.leaders:
            self.block_names[number] = self.gen.unique(f"b_{number}")
            if number in self.flow.by_number:
                for var in self.flow.needs[number]:
                    self.mail[number, var] = self.gen.layout.take(1)
        for part in self.module.parts:
            if part.pausing and part is not self.module.main:
                self.gen.layout.way_back(part)

    # -------------------------------------------------------------------------------------------- functions

    def write(self) -> None:
        if self.module.main.entry not in self.block_names:
            fn = self._function("begin", None)
            self.body(fn, self.module.main.entry)
            fn.finish()
        for number in self.flow.leaders:
            self._leader(number)
        for site in self.module.decisions:
            self._offer(site)
            self._resume(site)
        for block in self.module.blocks.values():
            if isinstance(block.end, ir.Chance):
                self._after_chance(block.end)

    def _function(self, name: str, origin: int | None) -> Any:
        self.origin = origin
        fn = self.gen.new_function(self.gen, name)
        fn.pure = False
        return fn

    def _finish(self, fn: Any, span: Span = NOWHERE, note: str = "") -> None:
        fn.prologue += slots_read_once(fn.out.lines, self.gen.facts["first_slot"], self.gen.facts["derived"])
        fn.finish(span, note)

    def span(self, number: int) -> Span:
        """Where a block begins in the rules."""
        block = self.module.blocks[number]
        spans = [s.span for s in block.stmts if s.span.source.text] + [block.end.span]
        return spans[0]

    def _leader(self, number: int) -> None:
        fn = self._function(self.block_names[number], number)
        for var in self.flow.needs[number]:
            if number in self.flow.by_number:
                place = self.mail[number, var]
                name = fn.declare(var)
                codec = self.gen.codec(var.type)
                fn.line(f"{name} = {f'{codec}.unpack(s[{place}])' if codec else f's[{place}]'}")
                fn.line(f"s[{place}] = 0")
            else:
                fn.param(var)
        span = self.span(number)
        with fn.out.at(span):
            self.body(fn, number)
        self._finish(fn, span)

    def body(self, fn: Any, number: int) -> None:
        block = self.module.blocks[number]
        fn.stmts(tuple(block.stmts))
        if block.stmts and isinstance(block.stmts[-1], ir.Fail):
            return
        self.gen.facts["block"] = number
        with fn.out.at(block.end.span):
            self.end(fn, block.end)

    def end(self, fn: Any, end: ir.Terminator) -> None:
        match end:
            case ir.Goto(target):
                self.enter(fn, target)
            case ir.Branch(test, then, orelse):
                made = fn.need_test(test)
                if isinstance(test, t.Quantified) and not test.every and made.text.startswith("q_"):
                    # The loop is written here: what is found is dealt with within, and never comes back.
                    fn.search(test, lambda: self._apart(fn, then), self._just_stored())
                    self.enter(fn, orelse)
                    return
                if made.text in ("True", "False"):
                    self.enter(fn, then if made.text == "True" else orelse)
                    return
                with fn.block(f"if {made.text}:"):
                    self._apart(fn, then)
                self.enter(fn, orelse)
            case ir.Decide(site):
                self._decide(fn, site)
            case ir.Chance(site, target):
                self._chance(fn, site, target)
            case ir.Invoke(part, args, target):
                self._invoke(fn, part, args, target)
            case ir.Leave():
                self._leave(fn)
            case ir.Over(ending, winners):
                self._over(fn, ending, winners)

    def _just_stored(self) -> tuple[t.Store, ...]:
        """What the block being written stored last: it is known to be there."""
        found: dict[t.Field, t.Store] = {}
        for s in reversed(self.module.blocks[self.gen.facts["block"]].stmts):
            if not isinstance(s, t.Store) or s.op or s.field in found:
                break
            found[s.field] = s
        return tuple(found.values())

    def _apart(self, fn: Any, number: int) -> None:
        """Enter a block on one of several ways: what is set there is not known on the others."""
        before = dict(fn.env)
        self.enter(fn, number)
        fn.env = before

    def enter(self, fn: Any, number: int) -> None:
        """Go on with a block: written here, called, or by its number."""
        if number not in self.block_names or self._repeated(fn, number):
            self.body(fn, number)
            return
        needs = self.flow.needs[number]
        values = [fn.env[v].text if v in fn.env else "0" for v in needs]
        by_number = number in self.flow.by_number
        if by_number:
            for var, value in zip(needs, values, strict=True):
                codec = self.gen.codec(var.type)
                fn.line(f"s[{self.mail[number, var]}] = {f'{codec}.pack({value})' if codec else value}")
            values = []
        if self.flow.is_forward(self.origin, number):
            fn.line(f"return {self.block_names[number]}({', '.join(['s', *values])})")
        else:
            fn.line(f"return {number}")

    def _repeated(self, fn: Any, number: int) -> bool:
        """Is the block so short that it is written wherever it is entered? It asks for moves and does little else."""
        block = self.module.blocks[number]
        if number in self.flow.by_number or not self.flow.is_forward(self.origin, number) or block.stmts:
            return False
        if not isinstance(block.end, ir.Decide) or self.flow.entries[number] > _MOST_COPIES:
            return False
        following = block.end.site.none_target
        if following is None or following in self.block_names:
            return True
        after = self.module.blocks[following]
        return isinstance(after.end, ir.Over) and all(isinstance(x, ir.Forget) for x in after.stmts)

    # -------------------------------------------------------------------------------------------- parts

    def _invoke(self, fn: Any, part: ir.Part, args: tuple[t.Expr, ...], target: int) -> None:
        values = [fn.need(a) for a in args]
        values = [fn._argument(v, a, p) for v, a, p in zip(values, args, part.params, strict=True)]
        if len(values) > 1:
            values = [fn.kept(v) if "[" in v.text else v for v in values]
        for var, v in zip(part.params, values, strict=True):
            if var in self.gen.layout.variables:
                fn.assign(var, v)
            else:
                fn.env[var] = v if v.simple else fn.kept(v)
        fn.line(f"s[{self.gen.layout.way_back(part)}] = {target + 1}")
        self.enter(fn, part.entry)

    def enter_from_outside(self, fn: Any, part: ir.Part, values: list[str]) -> None:
        """Start a part that pauses with these arguments; its way back stays 0: it is done when it leaves."""
        self.origin = None
        for var, text in zip(part.params, values, strict=True):
            place = self.gen.layout.variables.get(var)
            if place is not None:
                fn.line(f"s[{place.base}] = {fn.packed(Val(text), var.type)}")
            else:
                fn.env[var] = Val(text)
        self.enter(fn, part.entry)

    def _leave(self, fn: Any) -> None:
        part = self.gen.facts["part_of"][self.gen.facts["block"]]
        place = self.gen.layout.way_back(part)
        name = fn.fresh("back")
        fn.line(f"{name} = s[{place}] - 1")
        fn.line(f"s[{place}] = 0")
        fn.line(f"return {name}")

    def _over(self, fn: Any, ending: str, winners: t.Expr | None) -> None:
        place = self.module.endings.index(ending) + 1
        won = "0"
        if winners is not None:
            v = fn.need(winners)
            won = f"sum([1 << p for p in {v.text}]) + 1"
            if isinstance(winners, t.Collect) and len(winners.items) == 1:
                won = f"(1 << {fn.need(winners.items[0]).at(ATOM)}) + 1"
        fn.line(f"return finish(s, {place}, {won})")

    # -------------------------------------------------------------------------------------------- decisions

    def _moves(self, fn: Any, site: ir.DecisionSite) -> str:
        """The moves of a decision as an expression, `pass` left out."""
        you = fn.val(site.who)
        terms = []
        for a in site.alternatives:
            name = self.deeds.lister(a.generator)
            args = [fn.val(x).text for x in a.args] + [self._read(fn, v) for v in a.generator.free]
            call = self.deeds.brief.get(name) or f"{name}({', '.join(['s', you.text, *args])})"
            if " or select_" in call and (len(site.alternatives) > 1 or a.uses is not None):
                call = f"({call})"
            if a.uses is not None:
                call = f"({call} if {fn.val(a.uses).at(6)} > 0 else [])"
            terms.append(call)
        return " + ".join(terms) or "[]"

    def _read(self, fn: Any, var: Var) -> str:
        return str(fn.val(t.Local(var.type, var)).text)

    def _asks_somebody(self, fn: Any, site: ir.DecisionSite) -> str:
        """A test that there is somebody who decides; "" if that is certain."""
        v = fn.val(site.who)
        deciding = self.gen.program.deciding
        if v.const is not None:
            return "" if v.const in deciding else "False"
        known = isinstance(site.who, t.Local) and fn.is_present(site.who.var) and not is_optional(site.who.type)
        everybody = set(self.gen.program.players.codes) <= deciding and not is_optional(site.who.type)
        if everybody or (known and set(self.gen.program.seats) <= deciding):
            return ""
        return f"{v.at(6)} in {literal(tuple(sorted(deciding)))}"

    def _decide(self, fn: Any, site: ir.DecisionSite) -> None:
        somebody = self._asks_somebody(fn, site)
        moves = self._moves(fn, site)
        name = fn.fresh("moves")
        if somebody == "False":
            moves = "[]"
        elif somebody:
            moves = f"({moves}) if {somebody} else []"
        fn.line(f"{name} = {moves}")
        with fn.block(f"if {name}:"):
            if site.pass_target is not None:
                # What is kept is not changed, but copied.
                fn.line(f"{name} = [*{name}, -1]" if " or select_" in moves else f"{name}.append(-1)")
            fn.line(f"s[0] = {site.number}")
            fn.line(f"return {name}")
        if site.none_target is not None:
            self.enter(fn, site.none_target)
        else:
            fn.line(fn.failure("no_move", site.span, repr(site.label)))

    def _offer(self, site: ir.DecisionSite) -> None:
        """The moves of a decision of a state that was restored."""
        fn = self.gen.new_function(self.gen, self.gen.unique(f"m{site.number}_{site.label}"))
        with fn.out.at(site.span):
            moves = self._moves(fn, site)
            fn.line(
                f"return {f'[*({moves}), -1]' if ' or select_' in moves or ' + ' in moves else f'[*{moves}, -1]'}"
                if site.pass_target is not None
                else f"return {moves}"
            )
        fn.finish(site.span, site.label)
        self.offers[site.number] = fn.name

    def _resume(self, site: ir.DecisionSite) -> None:
        """A move was made: its arguments, then everything to the next pause."""
        fn = self._function(self.resume[site.number], None)
        fn.params.append("m")
        with fn.out.at(site.span):
            if site.pass_target is not None:
                with fn.block("if m < 0:"):
                    self._apart(fn, site.pass_target)
            known = {self.deeds.by_source[a.generator.source].base: a for a in site.alternatives}
            ranked = [a for _, a in sorted(known.items(), reverse=True)]
            for n, a in enumerate(ranked):
                deed = self.deeds.by_source[a.generator.source]
                if n < len(ranked) - 1:
                    with fn.block(f"if m >= {deed.base}:"):
                        before = dict(fn.env)
                        self._chosen(fn, a)
                        fn.env = before
                else:
                    self._chosen(fn, a)
        self._finish(fn, site.span, site.label)

    def _chosen(self, fn: Any, a: ir.Alternative) -> None:
        deed = self.deeds.by_source[a.generator.source]
        for position, var in enumerate(a.binds):
            text = self.deeds.decode(fn, deed, "m", position)
            if isinstance(var.type, BoolType) and var in self.gen.layout.variables:
                text = f"int({text})"
            fn.assign(var, Val(text, 9))
        self.enter(fn, a.target)

    # -------------------------------------------------------------------------------------------- chance

    def _chance(self, fn: Any, site: ir.ChanceSite, target: int) -> None:
        if always_pauses(site):
            fn.line(f"s[0] = {site.number}")
            fn.line("return ()")
            return
        certain = self.chances.certain(fn, site)
        if certain is not None:
            only = fn.fresh("only")
            fn.line(f"{only} = {certain}")
            with fn.block(f"if {only} is None:"):
                fn.line(f"s[0] = {site.number}")
                fn.line("return ()")
            fn.assign(site.items[0].var, Val(only))
            self.enter(fn, target)
            return
        name = fn.fresh("found")
        fn.line(f"{name} = {self.chances.outcomes(site)}(s)")
        with fn.block(f"if len({name}) > 1:"):
            fn.line(f"s[0] = {site.number}")
            fn.line("return ()")
        only = fn.fresh("only")
        fn.line(f"{only} = {name}[0][0]")
        self._drawn(fn, site, only)
        self.enter(fn, target)

    def _drawn(self, fn: Any, site: ir.ChanceSite, x: str) -> None:
        for item, text in zip(site.items, self.chances.decoded(site, x), strict=True):
            fn.assign(item.var, Val(text, 9))

    def _after_chance(self, end: ir.Chance) -> None:
        fn = self._function(self.resume[end.site.number], None)
        fn.params.append("x")
        with fn.out.at(end.site.span):
            self._drawn(fn, end.site, "x")
            self.enter(fn, end.target)
        self._finish(fn, end.site.span, end.site.label)
