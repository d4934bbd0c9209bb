"""Rule files as tests of pytest: one for each example, row of cases and promise, and one for the laws of every game.

A file has what is declared in it: the examples and promises of a game stand under the game's file, those of an
`examples` file under that. A variant also has those of its base, which must hold under it, too (semantics 20.5). Words
files have none: what is wrong with them is told with their game.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest._code.code import ReprFileLocation, TerminalRepr
from attrs import define, field, frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.errors import RuleError
from hoyle.runtime.examples import ExampleResult, run_example
from hoyle.runtime.loader import Header, folded, header_of, headers_in, load, shipped_files
from hoyle.runtime.problems import UserError, tell_rule_error
from hoyle.runtime.rulefiles import gather, shown
from hoyle.runtime.verification.laws import LAWS
from hoyle.runtime.verification.modes import Mode, modes

if TYPE_CHECKING:
    from _pytest._io import TerminalWriter

    from hoyle.compiler.context import Declarations
    from hoyle.runtime.verification.watching import Failure

OF_EVERY_GAME = "laws"
Binding = tuple[int, tuple[tuple[str, str], ...]]  # number of players and options


def rule_file(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The tests of a file; None if it can have none."""
    header = header_of(path)
    if header is None or header.kind not in ("game", "variant", "examples"):
        return None
    collector: pytest.Collector = RuleFile.from_parent(parent, path=path)
    return collector


# ------------------------------------------------------------------------------------------------ what it belongs to


@frozen
class Rules:
    """The game that a file is about: that of `path`, with these variants."""

    path: Path
    variants: tuple[str, ...] = ()


def rules_of(path: Path) -> Rules:
    """The game a rule file belongs to. LoadError if what it is of cannot be found."""
    header = header_of(path)
    if header is not None and header.kind == "examples":
        owner = _named(str(header.of), path.parent)
        return rules_of(owner.path) if owner is not None else Rules(path)  # for the loader to say what is missing
    if header is not None and header.kind == "variant":
        base = _base_of(header)
        if base is not None:
            beside = path.resolve().parent == base.path.resolve().parent
            return Rules(base.path, (header.name if beside else shown(path),))
    return Rules(path)


def _base_of(header: Header) -> Header | None:
    """The game that a variant is of, through other variants."""
    seen = {header.path}
    found: Header | None = header
    while found is not None and found.kind == "variant":
        found = _named(str(found.of), found.path.parent)
        if found is not None and found.path in seen:
            return None
        if found is not None:
            seen.add(found.path)
    return found


def _named(name: str, folder: Path) -> Header | None:
    """The game or variant of a name, in the folder, else shipped."""
    for headers in (headers_in(folder), shipped_files()):
        for header in headers:
            if header.kind in ("game", "variant") and folded(header.name) == folded(name):
                return header
    return None


# ------------------------------------------------------------------------------------------------ collecting


class RuleFile(pytest.File):
    """A rule file."""

    def collect(self) -> Iterator[pytest.Item]:
        try:
            rules = rules_of(self.path)
            decls = _declarations(rules)
        except Exception as error:
            if (told := told_without_traceback(error)) is not None:
                raise self.CollectError(told) from error
            raise
        mine = _is_shown_in(self.path, rules)
        yield from self._examples(rules, decls, mine)
        promises = [promise for promise in decls.promises.values() if mine(promise)]
        for promise in promises:
            name = _titled(promise.tail.cites, f"always {promise.name}")
            yield PromiseItem.from_parent(self, name=name, rules=rules, promise=promise.name.text, at=promise.span.line)
        header = header_of(self.path)
        if header is not None and header.kind != "examples":
            yield PromiseItem.from_parent(self, name=OF_EVERY_GAME, rules=rules, promise=None, at=1)

    def _examples(self, rules: Rules, decls: Declarations, mine: Any) -> Iterator[pytest.Item]:
        from hoyle.compiler.checking.examples import rows
        from hoyle.compiler.checking.program import binding_of

        for name, decl in decls.examples.items():
            if not mine(decl):
                continue
            for case, filled, cites in rows(decl):
                said = name if case is None else f"{name}[{case}]"
                binding = binding_of(decls, name, filled)
                yield ExampleItem.from_parent(
                    self, name=_titled(cites, said), rules=rules, binding=binding, example=(name, case),
                    at=decl.span.line,
                )  # fmt: skip


def _declarations(rules: Rules) -> Declarations:
    from hoyle.compiler.merge import merge
    from hoyle.dsl.diagnostics import Diagnostics

    files, diagnostics = gather(rules.path, rules.variants, examples=True), Diagnostics()
    found = merge(files.base, files.overlays, files.examples, diagnostics, files.complete)
    diagnostics.stop_on_errors()
    return found


def _is_shown_in(path: Path, rules: Rules) -> Any:
    """Whether a declaration counts as one of a file."""
    header = header_of(path)
    own = {shown(path)}
    if header is not None and header.kind == "variant":
        others = (
            h for h in headers_in(path.parent) if h.kind == "examples" and folded(str(h.of)) == folded(header.name)
        )
        elsewhere = {shown(other.path) for other in others}
        return lambda decl: decl.span.source.name not in elsewhere
    return lambda decl: decl.span.source.name in own


def _titled(cites: Sequence[str], name: object) -> str:
    """Clauses, then the name."""
    return " ".join([*cites, str(name)])


# ------------------------------------------------------------------------------------------------ running


class Fault(Exception):  # noqa: N818 - it is one of the rules
    """What does not hold, in words. file, line: of the rule; short: in one line."""

    def __init__(self, lines: Sequence[str], file: str, line: int, short: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = tuple(lines)
        self.file, self.line, self.short = file, line, short


class Told(TerminalRepr):
    """A fault as pytest shows it."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.reprcrash = ReprFileLocation(fault.file, fault.line, fault.short)

    def toterminal(self, tw: TerminalWriter) -> None:
        for line in self.fault.lines:
            tw.line(line)


class RuleItem(pytest.Item):
    """One test. rules: of which game; at: the line of what is tested."""

    def __init__(self, *, rules: Rules, at: int, **more: Any) -> None:
        super().__init__(**more)
        self.rules = rules
        self.at = at

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.at - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, Fault):
            return Told(excinfo.value)
        told = told_without_traceback(excinfo.value)
        return super().repr_failure(excinfo, style) if told is None else told


def told_without_traceback(error: BaseException) -> str | None:
    """What is wrong with rules or files; None for what is a defect of ours."""
    from hoyle.compiler.checking.fields import MisuseError
    from hoyle.dsl.diagnostics import DiagnosticError
    from hoyle.dsl.render import render_all
    from hoyle.runtime.misuse import misuse

    match error:
        case DiagnosticError():
            return render_all(error.diagnostics)
        case MisuseError():
            return misuse(error.what, error.values).text()
        case UserError():
            return error.text()
        case RuleError():
            return tell_rule_error(error)
    return None


class ExampleItem(RuleItem):
    """An example, or a row of its cases."""

    def __init__(self, *, binding: Binding, example: tuple[str, int | None], **more: Any) -> None:
        super().__init__(**more)
        self.binding = binding
        self.example = example

    def runtest(self) -> None:
        count, given = self.binding
        game = load(self.rules.path, count, self.rules.variants, dict(given), debug=True)
        examples: Any = game.fast()
        info = next(info for info in examples.EXAMPLES if (info.name, info.case) == self.example)
        result = run_example(game, info)
        if not result.passed:
            raise _fault_of(result, Mode(self.rules.path, count, self.rules.variants, dict(given)))


def _fault_of(result: ExampleResult, mode: Mode) -> Fault:
    file = shown(Path(result.file))
    cites = f" [{', '.join(result.cites)}]" if result.cites else ""
    lines = [message("en", "cli.test.bad", name=result.full_name, cites=cites, status=result.status)]
    lines.append(message("en", "verify.place", file=file, line=result.line, mode=mode))
    lines += [f"      {text}" for text in (result.source, result.what) if text]
    return Fault(lines, file, result.line, result.what)


class PromiseItem(RuleItem):
    """A promise, or (None) the laws of every game, in games of every mode."""

    def __init__(self, *, promise: str | None, **more: Any) -> None:
        super().__init__(**more)
        self.promise = promise

    def runtest(self) -> None:
        games = int(self.config.getoption("--hoyle-games"))
        if games <= 0:
            pytest.skip("--hoyle-games 0")
        if find_spec("hypothesis") is None:
            pytest.skip(message("en", "cli.verify.no_extra"))
        seed, lawful = str(self.config.getoption("--hoyle-seed")), self.promise is None
        plays = self.config.stash.setdefault(_PLAYS, {})
        play = plays.setdefault((self.rules, lawful), Play(self.rules, games, seed, lawful))
        for mode, failure in play.failures():
            about = failure.name if failure.kind == "promise" else None
            if about == self.promise:
                raise play.fault_of(failure, mode)


@define
class Play:
    """The games by which all promises of one game are tested; they are played when the first one is. lawful: it is the
    laws that are, which takes longer."""

    rules: Rules
    games: int
    seed: str
    lawful: bool
    found: list[tuple[Mode, Failure]] | None = field(default=None)

    def failures(self) -> list[tuple[Mode, Failure]]:
        """What does not hold, each where it was found first."""
        if self.found is None:
            found: list[tuple[Mode, Failure]] = []
            for mode in self.modes():
                self._play(mode, found)
            self.found = found
        return self.found

    def modes(self) -> list[Mode]:
        """Of the game itself, not of its variants, which have files of their own; or of this variant."""
        every = modes(self.rules.path, variants=self.rules.variants, seed=self.seed)
        return [mode for mode in every if mode.variants == self.rules.variants]

    def _play(self, mode: Mode, found: list[tuple[Mode, Failure]]) -> None:
        from hoyle.runtime.verification.search import search

        game = self._loaded(mode)
        ignoring: list[tuple[str, str]] = []
        if game is not None and self.lawful:
            ignoring += [("promise", promise.name) for promise in game.info.promises]
        how: dict[str, Any] = {"examples": self.games, "seed": f"{self.seed}/{mode}"}
        how["laws"] = LAWS if self.lawful else ()
        while game is not None:
            known = [failure.key for _, failure in found]
            failure = search(game, known=known, ignoring=ignoring, **how).failure
            if failure is None:
                return
            if failure.key not in known:
                found.append((mode, failure))
            ignoring.append(failure.key)
            if failure.kind in ("rules", "end"):
                return

    def _loaded(self, mode: Mode) -> Any:
        """The game; None if its options do not go together."""
        from hoyle.runtime.problems import LoadError

        try:
            return mode.load()
        except LoadError:
            if mode.options:
                return None
            raise

    def fault_of(self, failure: Failure, mode: Mode) -> Fault:
        from hoyle.runtime.verification.report import told

        lines = told(failure, str(mode))
        lines.append(message("en", "verify.again", command=self._verifying(mode)))
        short = failure.source or failure.what or failure.text
        return Fault(lines, failure.file or shown(self.rules.path), failure.line or 1, f"{failure.name}: {short}")

    def _verifying(self, mode: Mode) -> str:
        given = ["--seed", self.seed, "--examples", str(self.games)]
        return shlex.join(["hoyle", "verify", shown(mode.path), *mode.arguments, *given])


_PLAYS: pytest.StashKey[dict[tuple[Rules, bool], Play]] = pytest.StashKey()
