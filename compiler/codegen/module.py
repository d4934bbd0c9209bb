"""From the IR to the Python text of one game: `emit(module) -> str` (docs/reference/generated-module.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import astuple, define, field

from hoyle.compiler import ir
from hoyle.compiler import typed as t
from hoyle.compiler.codegen.base import SUPPORT, Shared
from hoyle.compiler.codegen.blocks import Machine
from hoyle.compiler.codegen.chance import Chances
from hoyle.compiler.codegen.debug import Entries, Promises
from hoyle.compiler.codegen.explain import Explanations
from hoyle.compiler.codegen.flow import Flow
from hoyle.compiler.codegen.frame import Frame
from hoyle.compiler.codegen.info import Info
from hoyle.compiler.codegen.kept import Kept
from hoyle.compiler.codegen.kept import write as write_kept
from hoyle.compiler.codegen.moves import Deeds
from hoyle.compiler.codegen.patterns import Patterns, contract, write_finders
from hoyle.compiler.codegen.scores import Scores
from hoyle.compiler.codegen.values import YES, Val, conjunction, disjunction, literal
from hoyle.compiler.codegen.views import Views
from hoyle.compiler.codegen.zones import Zones
from hoyle.compiler.layout import lay_out
from hoyle.compiler.types import BOOL, INT, Domain, MemberType
from hoyle.compiler.writer import Writer, wrapped

_WORD = re.compile(r"[A-Za-z_]\w*")
_CONTRACT = (
    "new start step moves who outcomes sample decode encode decode_outcome encode_outcome label construct offered "
    "out_of_range refusals completions legal values hole alias score provenance total standing winners view_score "
    "read_field write_field view_field sees_argument sees_hole promise enter go_on INFO DERIVED SLOTS SHOWN EXAMPLES "
    "LINES"
).split()
_OTHERS = (
    "run opened OPENED finish done look witness WITNESSES READ can_do initial begin INITIAL BLOCKS RESUME OFFERS WHO "
    "OUTCOMES SAMPLERS DEEDS CHANCES COUNTS NAMED PROBES hit"
).split()


class Function(Zones):
    """A generated function: expressions, collections, loops and statements put together."""


def emit(
    module: ir.Module,
    identity: str = "",
    words: Mapping[str, Mapping[str, str]] | None = None,
    variants: tuple[str, ...] = (),
    tabulates: bool = True,
) -> str:
    """The Python text of a lowered game; the same bytes in every process.

    identity: the hash of the game (semantics 1.3). words: language -> key -> text of its words files. variants: the
    names of the overlays, in order. tabulates: what loops walk is worked out beforehand where it can be, which takes a
    third of the time.
    """
    return Emitter(module, identity, words or {}, variants, tabulates).run()


@define(eq=False)
class Emitter:
    module: ir.Module
    identity: str
    words: Mapping[str, Mapping[str, str]]
    variants: tuple[str, ...]
    tabulates: bool = True
    gen: Shared = field(init=False)

    def run(self) -> str:
        layout = lay_out(self.module)
        self.gen = Shared(self.module, layout, Function, tabulates=self.tabulates)
        gen = self.gen
        gen.names.update(_CONTRACT, _OTHERS, SUPPORT)
        gen.facts.update(can_do="can_do", shown=[], announced={}, first_slot=self._first_slot())
        self._present()
        deeds = Deeds(gen)
        deeds.collect()
        flow = Flow(self.module, layout)
        flow.analyse()
        chances = Chances(gen)
        machine = Machine(gen, deeds, flow, chances)
        machine.reserve()
        self._reserve(deeds)
        promises = Promises(gen)
        promises.reserve()
        scores = Scores(gen)
        scores.reserve()
        frame = Frame(gen, deeds, chances, machine)
        self._write(frame, machine, scores)
        promises.write()
        return self._assemble(
            frame, deeds, [frame.codes(), frame.notation(), frame.tables(), frame.stepping()], [scores, promises]
        )

    def _first_slot(self) -> int:
        layout = self.gen.layout
        ends = [p.base + p.size for p in layout.fields.values()]
        return max([3, *ends])

    def _present(self) -> None:
        """Variables that can only hold seats of this game."""
        program, seats = self.module.program, set(self.module.program.seats)
        for node in _binders(self.module):
            domain = node.domain
            if isinstance(domain, t.Const) and isinstance(domain.value, frozenset | tuple):
                if domain.value and all(isinstance(v, int) and v in seats for v in domain.value):
                    self.gen.present.add(node.var)
        self.gen.present.update(c.you for c in program.components)

    def _reserve(self, deeds: Deeds) -> None:
        gen, layout, module = self.gen, self.gen.layout, self.module
        gen.facts["deeds"] = deeds
        gen.facts["boards"] = {d: gen.unique(f"board_{d.name}") for d in layout.boards}
        gen.facts["parts"] = {p: gen.unique(f"p_{p.name}") for p in module.parts if not p.pausing}
        gen.facts["part_of"] = {n: p for p in module.parts for n in p.blocks}
        frozen = [f for b in module.blocks.values() for s in b.stmts if isinstance(s, ir.Freeze) for f in s.fields]
        gen.facts["shadows"] = {f: layout.take(layout.fields[f].size) for f in dict.fromkeys(frozen)}
        gen.facts["frozen"] = layout.take(1) if frozen else None
        gen.facts["derived"] = layout.size
        self._keep()
        gen.facts["secret"] = secret_decisions(module)
        gen.facts["chance_part"] = {
            b.end.site.number: gen.facts["part_of"][n].name
            for n, b in module.blocks.items()
            if isinstance(b.end, ir.Chance)
        }

    def _keep(self) -> None:
        """What is kept besides the state, behind the boards: lists, then contents of lines."""
        gen = self.gen
        patterns = gen.facts["patterns"] = Patterns(gen)
        patterns.find()
        kept = gen.facts["kept"] = Kept(gen)
        kept.find()
        end = gen.facts["derived"] + len(gen.layout.boards) + sum(x.places for x in kept.selections)
        patterns.place(end)
        gen.facts["places"] = end + patterns.places

    def _write(self, frame: Frame, machine: Machine, scores: Scores) -> None:
        frame.initial()
        frame.boards()
        write_kept(self.gen.facts["kept"])
        write_finders(self.gen.facts["patterns"], frame.deeds)
        for part in self.module.parts:
            if not part.pausing:
                self._plain_part(part)
        machine.write()
        frame.askers()
        frame.finishing()
        scores.write()
        self._can_do()

    def _can_do(self) -> None:
        """Is any deed of a table's sentence possible for a player? (semantics 5.6)"""
        fn = self.gen.new_function(self.gen, "can_do")
        fn.params += ["you", "number"]
        you = t.Var("you", MemberType(self.module.program.players), "you")
        fn.env[you] = Val("you")
        for sentence in self.module.program.sentences:
            tests = []
            for deed in sentence.deeds:
                test = t.Can(BOOL, t.Local(you.type, you), deed)
                times = fn.true(t.Op(BOOL, ">", (deed.times, t.Const(INT, 0)))) if deed.times is not None else YES
                tests.append(conjunction([times, fn.true(test)]))
            with fn.block(f"if number == {sentence.number}:"):
                fn.line(f"return {disjunction(tests).text}")
        fn.line("return False")
        fn.finish()

    def _plain_part(self, part: ir.Part) -> None:
        fn = self.gen.new_function(self.gen, self.gen.facts["parts"][part])
        fn.pure = False
        for var in part.params:
            fn.param(var)
        with fn.out.at(part.span):
            fn.stmts(part.body)
        fn.finish(part.span)

    # -------------------------------------------------------------------------------------------- assembling

    def _assemble(self, frame: Frame, deeds: Deeds, tables: list[Writer], more: list[Any]) -> str:
        gen = self.gen
        explanations = Explanations(gen, deeds)
        explanations.write()
        views = Views(gen, deeds)
        tables += [m.contract() for m in more]
        tables += [contract(gen.facts["patterns"])] if gen.facts["patterns"].patterns else []
        tables += [explanations.contract(), views.fields(), views.secrets(), views.shown(), views.slots()]
        if self.module.debug:
            entries = Entries(gen, deeds, frame.machine)
            entries.write()
            tables.append(entries.contract())
        info = Info(gen, deeds, frame.chances, explanations, self.identity, self.words, self.variants)
        tables.append(info.write())
        body = Writer()
        if self.module.program.probes:
            body.add(counting(self.module.program))
        functions, words = self._used(tables)
        for writer in functions:
            body.line()
            body.line()
            body.add(writer)
        body.line()
        body.line()
        body.line("INITIAL = initial()")
        for writer in tables:
            body.line()
            body.line()
            body.add(writer)
        constants = self._constants(words)
        head = self._head(words | _words(constants))
        head.add(constants)
        head.add(body)
        lines = head.line_map()
        head.line()
        head.line()
        for line in wrapped("LINES = (", [literal(run) for run in lines], ")"):
            head.line(line)
        return head.text().rstrip() + "\n"

    def _used(self, tables: list[Writer]) -> tuple[list[Writer], set[str]]:
        """Functions that something refers to, the others were tried and not needed; and all words of the module."""
        by_name = dict(self.gen.functions)
        words = {*_CONTRACT, "initial", *(w for writer in tables for w in _words(writer))}
        todo = [name for name in words if name in by_name]
        used = set(todo)
        while todo:
            more = _words(by_name[todo.pop()]) - words
            words |= more
            new = [name for name in more if name in by_name and name not in used]
            used.update(new)
            todo += new
        return [writer for name, writer in self.gen.functions if name in used], words

    def _constants(self, words: set[str]) -> Writer:
        """The constants that these words name, and those that they are made of."""
        w = Writer()
        by_name = {name: text for text, name in self.gen.constants.items()}
        todo, used = list(words), set()
        while todo:
            word = todo.pop()
            if word in by_name and word not in used:
                used.add(word)
                todo += _WORD.findall(by_name[word])
        for text, name in self.gen.constants.items():
            if name in used:
                for line in _constant_lines(name, text):
                    w.line(line)
        w.line(f"SEATS = {literal(self.module.program.seats)}")
        w.line(f"DERIVED = {self.gen.facts['derived']}")
        return w

    def _head(self, words: set[str]) -> Writer:
        w = Writer()
        program = self.module.program
        w.line(f'"""{program.title or program.name}, {len(program.seats)} players."""')
        w.line()
        imports = sorted(self.gen.imported & words)
        if imports:
            w.line("from hoyle.runtime.support import (")
            for name in imports:
                w.line(f"    {name},")
            w.line(")")
            w.line()
        return w


def counting(program: t.Program) -> Writer:
    """What is counted in a build with probes, and the counter; it is true, so that it can stand among guards."""
    w = Writer()
    with w.indented("PROBES = ("):
        for point in program.probes:
            w.line(f"{literal(astuple(point))},")
    w.line(")")
    w.line(f"NAMED = {literal(program.named)}")
    w.line("COUNTS = [0] * len(PROBES)")
    w.line()
    w.line()
    with w.indented("def hit(number):"):
        w.line("COUNTS[number] += 1")
        w.line("return True")
    return w


def secret_decisions(module: ir.Module) -> set[int]:
    """Decisions within `simultaneously`: between a `Freeze` and its `Thaw`."""
    found: set[int] = set()
    seen: set[int] = set()
    todo = [n for n, b in module.blocks.items() if any(isinstance(s, ir.Freeze) for s in b.stmts)]
    first = set(todo)
    while todo:
        number = todo.pop()
        block = module.blocks[number]
        if number in seen or (number not in first and any(isinstance(s, ir.Thaw) for s in block.stmts)):
            continue
        seen.add(number)
        match block.end:
            case ir.Decide(site):
                found.add(site.number)
                todo += [a.target for a in site.alternatives]
                todo += [x for x in (site.pass_target, site.none_target) if x is not None]
            case ir.Goto(target) | ir.Chance(_, target):
                todo.append(target)
            case ir.Branch(_, then, orelse):
                todo += [then, orelse]
            case ir.Invoke(part, _, target):
                todo += [part.entry, target]
    return found


def _words(writer: Writer) -> set[str]:
    return set(_WORD.findall("\n".join(writer.lines)))


def _constant_lines(name: str, text: str) -> list[str]:
    if len(text) < 110:
        return [f"{name} = {text}"]
    opening, closing = ("(", ")") if text.startswith("(") else ("", "")
    if not opening:
        return [f"{name} = {text}"]
    return wrapped(f"{name} = {opening}", _top_level(text[1:-1]), closing)


def _top_level(inner: str) -> list[str]:
    """The items of a tuple's text."""
    items, depth, current, quote = [], 0, "", ""
    for c in inner:
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if c == "," and depth == 0 and not quote:
            items.append(current.strip())
            current = ""
        else:
            current += c
    if current.strip():
        items.append(current.strip())
    return items


def _binders(module: ir.Module) -> list[Any]:
    from hoyle.compiler.rewrite import walk

    program = module.program
    roots: list[Any] = [f.body for f in program.functions.values() if f.body is not None]
    roots += [c.value for c in program.components]
    roots += [program.winner] if program.winner is not None else []
    roots += [f.default for f in program.fields if f.default is not None]
    roots += [p.test for p in program.promises]
    roots += [s for p in module.parts for s in p.body]
    roots += [s for b in module.blocks.values() for s in b.stmts]
    roots += [b.end.test for b in module.blocks.values() if isinstance(b.end, ir.Branch)]
    found: list[Any] = [x for root in roots for x in walk(root) if isinstance(x, t.Bind)]
    for g in module.generators:
        for step in g.steps:
            found += [x for x in walk(step) if isinstance(x, t.Bind)]
            if isinstance(step, ir.Each):
                found.append(step)
    return found


__all__ = ["Domain", "emit"]
