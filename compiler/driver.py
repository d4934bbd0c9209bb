"""The pipeline, from syntax trees to the Python text of a game; every stage can be stopped at and shown.

Pure: files are read by who calls (`hoyle.runtime.rulefiles`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from time import perf_counter
from typing import Any

from attrs import define, evolve, field, fields, frozen, has

from hoyle.compiler import ir_print, leaks, merge, optimize, words
from hoyle.compiler.checking import program as check
from hoyle.compiler.codegen import module as codegen
from hoyle.compiler.context import Declarations
from hoyle.compiler.lowering import module as lower
from hoyle.dsl import nodes as n
from hoyle.dsl.diagnostics import Diagnostic, Diagnostics


class Stage(StrEnum):
    """Where the pipeline can be stopped."""

    TREE = "tree"
    TYPED = "typed"
    IR = "ir"
    OPTIMIZED = "optimized"
    PYTHON = "python"


@frozen
class Files:
    """The syntax trees of a game: base, overlays in the order given, and what belongs to them.

    complete: the examples were read as well, so that a variant that removes one of them can be held to it.
    """

    base: n.File
    overlays: tuple[n.File, ...] = ()
    examples: tuple[n.File, ...] = ()
    words: tuple[n.File, ...] = ()
    looks: tuple[n.File, ...] = ()
    complete: bool = True


@define
class Compiled:
    """The Python text of a game, its identity, lints, and what each phase cost in seconds."""

    source: str
    identity: str
    lints: tuple[Diagnostic, ...] = ()
    timings: dict[str, float] = field(factory=dict)


@define
class _Clock:
    timings: dict[str, float] = field(factory=dict)
    _since: float = field(factory=perf_counter)

    def done(self, phase: str) -> None:
        now = perf_counter()
        self.timings[phase] = self.timings.get(phase, 0.0) + now - self._since
        self._since = now


def compile_game(
    files: Files,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    debug: bool = False,
    stop_after: Stage = Stage.PYTHON,
    probes: bool = False,
    briskly: bool = False,
) -> Compiled:
    """The text of the stage `stop_after`, in full the Python module of the game. debug: with promises watched and
    examples; probes: it counts what of it is run; briskly: it is compiled in less time, without identity and
    tables that make it quick to play, and what we believe of the lowered program is not checked.

    Raises DiagnosticError if the rules are wrong, MisuseError for a count or an option the game does not have.
    """
    clock, diagnostics = _Clock(), Diagnostics()
    decls = merge.merge(files.base, files.overlays, files.examples, diagnostics, files.complete)
    diagnostics.stop_on_errors()
    clock.done("merge")
    count = players if players is not None else max(decls.counts, default=None)
    given = {key: str(value) for key, value in (options or {}).items()}
    if stop_after is Stage.TREE:
        return Compiled(ir_print.tree(decls), identity_of(decls, files, count, given))
    program = check.check(decls, count, given, diagnostics, examples=debug, looks=files.looks)
    # By the values of all options: what is given as it is anyway makes no other game.
    values = {name: str(value) for name, (_, value) in program.options.items()}
    identity = "" if briskly else identity_of(decls, files, count, values)
    leaks.check_leaks(program, diagnostics)
    texts = words.gather(program, decls, files.words, diagnostics)
    diagnostics.stop_on_errors()
    clock.done("check")
    if stop_after is Stage.TYPED:
        return Compiled(ir_print.program(program), identity, diagnostics.lints, clock.timings)
    if probes:
        from hoyle.compiler.probes import insert

        insert(program)
    module = lower.lower(program, debug)
    clock.done("lower")
    if debug and not briskly:
        from hoyle.compiler.invariants import check as check_invariants  # not before it is needed: starts are quicker

        check_invariants(module)
    if stop_after is Stage.IR:
        return Compiled(ir_print.module(module), identity, diagnostics.lints, clock.timings)
    module = optimize.optimize(module)
    clock.done("optimize")
    if stop_after is Stage.OPTIMIZED:
        return Compiled(ir_print.module(module), identity, diagnostics.lints, clock.timings)
    variants = tuple(f.name.text for f in files.overlays)
    source = codegen.emit(module, identity, words=texts, variants=variants, tabulates=not briskly)
    clock.done("codegen")
    return Compiled(source, identity, diagnostics.lints, clock.timings)


def outline_of(files: Files, players: int | None = None, options: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The course of a game as data (`outline`). Raises as `compile_game`."""
    from hoyle.compiler.outline import outline  # not before it is needed: starts are quicker

    diagnostics = Diagnostics()
    decls = merge.merge(files.base, files.overlays, files.examples, diagnostics, files.complete)
    diagnostics.stop_on_errors()
    program = check.check(decls, players, dict(options or {}), diagnostics, examples=False)
    return outline(program, decls)


# ------------------------------------------------------------------------------------------------ identity


def identity_of(decls: Declarations, files: Files, players: int | None, options: Mapping[str, str]) -> str:
    """The hash of all that decides how the game is played (semantics 1.3): edition, merged declarations without
    comments, texts, clauses, promises and examples, variants, options, player count."""
    parts: list[Any] = [files.base.edition, files.base.name.text, [f.name.text for f in files.overlays]]
    parts += [players, sorted(options.items())]
    # Order counts only where a declaration's place means something: seats, scores, reactions, rows and words within.
    tables: dict[str, dict[Any, Any]] = {"option": decls.options, "type": decls.types, "field": decls.fields}
    tables |= {"define": decls.defines, "action": decls.actions, "to": decls.procedures}
    for kind, table in tables.items():
        kept = ((key, decl) for key, decl in table.items() if (kind, key) not in decls.helpers)
        parts.append(sorted((str(key), repr(bare(decl))) for key, decl in kept))
    for value in (decls.players, list(decls.components.values()), decls.reactions):
        parts.append([repr(bare(decl)) for decl in value])
    for only in (decls.setup, decls.play, decls.teams, decls.winner):
        parts.append(repr(bare(only)))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _only_tells(node: Any) -> bool:
    """Whether a statement does nothing but announce: like an explanation it decides nothing of how a game is played."""
    match node:
        case n.Announce():
            return True
        case n.If(branches=branches, orelse=orelse):
            blocks = [*(block for _, block in branches), *([orelse] if orelse is not None else [])]
            return all(_only_tells(stmt) for block in blocks for stmt in block.body)
    return False


def bare(node: Any) -> Any:
    """A tree without its explanations and clauses, and without what is only announced."""
    if isinstance(node, n.Tail):
        return n.Tail()
    if isinstance(node, tuple):
        return tuple(bare(item) for item in node if not _only_tells(item))
    if not isinstance(node, n.Node) or isinstance(node, n.Ident) or not has(type(node)):
        return node
    changes: dict[str, Any] = {}
    if isinstance(node, n.If) and node.orelse is not None and all(map(_only_tells, node.orelse.body)):
        node = evolve(node, orelse=None)
    for f in fields(type(node)):
        value = getattr(node, f.name)
        if f.name == "cites":
            changes[f.name] = ()
        elif isinstance(value, tuple | n.Node):
            changes[f.name] = bare(value)
    return evolve(node, **changes)
