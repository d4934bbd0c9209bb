"""Runs the examples of a debug build: given, when … rolling … choosing, at, expect (semantics 19), and the promises.

An example starts from all defaults. Chances that it does not name come from a seed made of its name; such an example is
run with two more seeds, because its result must not depend on them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, Protocol, cast

from attrs import define, field, frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.chance import generator
from hoyle.runtime.compiled import NOT_BEGUN, PASS, PAUSE, Compiled, Vector
from hoyle.runtime.description import (
    ExampleInfo,
    ExampleLine,
    ExpectLine,
    GivenLine,
    MayLine,
    SaidInfo,
    TypeInfo,
    WhenLine,
)
from hoyle.runtime.errors import RuleError
from hoyle.runtime.explain import Reason, names, not_now, reasons
from hoyle.runtime.game import Game
from hoyle.runtime.moves import move_of
from hoyle.runtime.problems import UserError, tell_rule_error
from hoyle.runtime.reading import Deed, code_of, completed
from hoyle.runtime.rules import Position, Rules

DONE: Final = "done"
SEEDS: Final = 3
_MOST_TOLD: Final = 8  # outcomes that are listed
Status = Literal["passed", "failed", "broken promise", "rule error"]


@frozen
class ExampleResult:
    """What came of an example, or of one row of its cases. line: of the sentence that went wrong, in `file`; what: why,
    in English; seed: the number of the run, of those that chance could have made different."""

    name: str
    case: int | None
    file: str
    line: int
    cites: tuple[str, ...]
    status: Status
    what: str = ""
    source: str = ""
    seed: int = 0

    @property
    def passed(self) -> bool:
        return self.status == "passed"

    @property
    def full_name(self) -> str:
        """`name`, or `name[3]` for the third row of its cases."""
        return self.name if self.case is None else f"{self.name}[{self.case}]"


class Observer(Protocol):
    """Who looks on while examples are run."""

    def refused(self, action: int, names: tuple[str, ...]) -> None:
        """A deed of this action was refused, for reasons of these names."""

    def ended(self, s: Vector) -> None:
        """Here an example stood at its end."""


class ExampleError(UserError):
    """An example says something that is not so."""


def run_examples(game: Game, observer: Observer | None = None) -> Iterator[ExampleResult]:
    """The results of all examples of a debug build, in order."""
    for example in cast(Any, game.fast()).EXAMPLES:
        yield run_example(game, example, observer)


def run_example(game: Game, example: ExampleInfo, observer: Observer | None = None) -> ExampleResult:
    """The result of one example: that of its first run that fails, if chance lets it run in several ways."""
    for seed in range(SEEDS):
        run = _Run(game.rules, example, seed, observer)
        result = run.result()
        if observer is not None:
            observer.ended(run.s)
        if not result.passed or not run.has_drawn:
            break
    return result


@define
class _Run:
    """One run of one example. answer: what the game said last, the legal moves, () or None, as it stands at a pause of
    the verb that `at` or `when` started; DONE: nothing is going on. is_open: the last to start was `at`, so that what
    is not asked is not asked, also when the verb has ended."""

    rules: Rules
    example: ExampleInfo
    seed: int
    observer: Observer | None = None
    s: Vector = field(init=False)
    answer: Any = field(default=DONE, init=False)
    rolls: list[Any] = field(factory=list, init=False)
    choices: list[SaidInfo] = field(factory=list, init=False)
    has_drawn: bool = field(default=False, init=False)
    has_moved: bool = field(default=False, init=False)
    is_open: bool = field(default=False, init=False)
    rng: random.Random = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.s = self.rules.module.new()
        self.rng = generator(self.example.name, self.seed)

    @property
    def module(self) -> Compiled:
        return self.rules.module

    @property
    def position(self) -> Position:
        return Position(self.rules, self.s)

    # -------------------------------------------------------------------------------------------- the lines in order

    def result(self) -> ExampleResult:
        for line in self.example.lines:
            try:
                self._run(line)
            except RuleError as error:
                return self._failed(line, "rule error", tell_rule_error(error))
            except ExampleError as failure:
                return self._failed(line, "failed", str(failure))
            if broken := list(getattr(self.s, "broken", ())):
                promises = ", ".join(self.rules.info.promises[number].name for number in broken)
                return self._failed(line, "broken promise", message("en", "example.promise", promises=promises))
        return self._verdict("passed", self.example.line)

    def _failed(self, line: ExampleLine, status: Status, what: str) -> ExampleResult:
        return self._verdict(status, line.line, what, getattr(line, "source", ""))

    def _verdict(self, status: Status, line: int, what: str = "", source: str = "") -> ExampleResult:
        e = self.example
        return ExampleResult(e.name, e.case, e.file, line, e.cites, status, what, source, self.seed)

    def _run(self, line: ExampleLine) -> None:
        match line:
            case GivenLine():
                self._given(line)
            case WhenLine():
                self._when(line)
            case ExpectLine():
                self._expect(line)
            case MayLine():
                self._expect_may(line)

    def _given(self, line: GivenLine) -> None:
        line.apply(self.s)
        self.s[self.module.DERIVED :] = [None] * (len(self.s) - self.module.DERIVED)
        if self.answer is not DONE:
            self.answer = cast(Any, self.module).go_on(self.s)

    # -------------------------------------------------------------------------------------------- when

    def _when(self, line: WhenLine) -> None:
        if not self.has_moved:
            self._suspend_promises()
        self.has_moved = True
        self.rolls = list(line.rolling)
        self.choices = list(line.choosing)
        if self.answer is None:
            raise ExampleError("example.over")
        if self.answer is DONE and line.verb:
            self._enter(line)
        else:
            self._reply(line)
        self._use_up(line)

    def _suspend_promises(self) -> None:
        """What an example sets up may be a fragment: promises false before anything happens are not looked at."""
        promise, suspended = getattr(self.module, "promise", None), getattr(self.s, "suspended", None)
        if promise is not None and suspended is not None:
            suspended.update(n for n in range(len(self.rules.info.promises)) if promise(self.s, n) is False)

    def _enter(self, line: WhenLine) -> None:
        """Start an action or a procedure from outside, and run it to its end, or with `at` to its first pause."""
        you, args = self._who(line), self._args(line.args(self.s), line.source)
        if line.action is not None:
            assert you is not None
            self._check_legal(line.action, you, args)
        self.answer = cast(Any, self.module).enter(self.s, line.verb, you, args)
        self.is_open = line.at
        if line.at:
            while self.rolls and self.answer == ():
                self._chance()
        else:
            while self.answer is not DONE and self.answer is not None:
                self._pause()

    def _who(self, line: WhenLine | MayLine) -> int | None:
        if line.who is None:
            return None
        you = line.who(self.s)
        if you not in self.rules.seat_name:
            raise ExampleError("example.nobody")
        return int(you)

    def _args(self, args: tuple[Any, ...], source: str) -> tuple[Any, ...]:
        if any(value is None for value in args):
            raise ExampleError("example.undefined", source=source)
        return args

    def _check_legal(self, action: int, you: int, args: tuple[Any, ...]) -> None:
        told = reasons(self.position, Deed(self.rules.actions[action], args), you, "en", asked=False)
        if told:
            raise ExampleError("example.illegal", reasons=_listed(told))

    def _reply(self, line: WhenLine) -> None:
        """Answer the decision that is asked, then go on to the next one. Decisions with one option that the line does
        not mean are made by themselves (24.6)."""
        you, args = self._who(line), self._args(line.args(self.s), line.source)
        code = None
        while code is None:
            self._to_decision()
            code = self._meant(line, you, args) if line.verb else self._answered(you)
            if code is None:
                self._make_only_move(line)
        self.answer = self.module.step(self.s, code)
        while self.answer == () or (self.answer not in (DONE, None) and self.choices):
            self._pause()

    def _to_decision(self) -> None:
        while self.answer == ():
            self._chance()
        if self.answer is DONE or self.answer is None:
            raise ExampleError("example.not_asked")

    def _meant(self, line: WhenLine, you: int | None, args: tuple[Any, ...]) -> int | None:
        if line.action is None or you != self.position.you:
            return None
        return code_of(self.position, Deed(self.rules.actions[line.action], args), self.answer)

    def _answered(self, you: int | None) -> int | None:
        """The first of the choices, if it is an answer to what `you` is asked."""
        code = self._chosen(self.choices[0]) if you == self.position.you else None
        if code is not None:
            self.choices.pop(0)
        return code

    def _make_only_move(self, line: WhenLine) -> None:
        if len(self.answer) > 1:
            seat = self.position.you
            assert seat is not None
            asked = ", ".join(move_of(self.position, code).notation for code in self.answer[:5])
            raise ExampleError("example.asked", player=self.rules.seat_name[seat], moves=asked, said=line.source)
        self.answer = self.module.step(self.s, self.answer[0])

    def _use_up(self, line: WhenLine) -> None:
        if self.rolls:
            raise ExampleError("example.rolls_left", count=len(self.rolls))
        if self.choices:
            raise ExampleError("example.choices_left", said=self.choices[0].source)

    # -------------------------------------------------------------------------------------------- pauses

    def _pause(self) -> None:
        if self.answer == ():
            self._chance()
        else:
            self._decide()

    def _chance(self) -> None:
        """The next chance node: as the example rolls it, then by the seed."""
        if not self.rolls:
            self.has_drawn = True
            self.answer = self.module.step(self.s, self.module.sample(self.s, self.rng.random))
            return
        site = self.position.chance
        assert site is not None
        sizes = self.module.decode_outcome(self.s, self.module.outcomes(self.s)[0][0])
        values = tuple(self._rolled(kind, size) for (_, kind), size in zip(site.items, sizes, strict=True))
        self.answer = self.module.step(self.s, self._outcome(values))

    def _rolled(self, kind: TypeInfo, like: Any) -> Any:
        """The values for one item of a chance node. like: any value it could have, for its size."""
        if kind.of is None:
            return self._next_roll()
        first = self._next_roll()
        if isinstance(first, tuple | frozenset):
            return tuple(sorted(first))
        return tuple(sorted([first, *(self._next_roll() for _ in like[1:])]))

    def _next_roll(self) -> Any:
        if not self.rolls:
            raise ExampleError("example.rolls_lacking")
        value = self.rolls.pop(0)(self.s)
        if value is None:
            raise ExampleError("example.undefined", source="rolling")
        return value

    def _outcome(self, values: tuple[Any, ...]) -> int:
        try:
            code = self.module.encode_outcome(self.s, values)
        except (ValueError, LookupError):
            code = None
        if code is None or all(code != possible for possible, _ in self.module.outcomes(self.s)):
            codes = [possible for possible, _ in self.module.outcomes(self.s)]
            known = [self._told_outcome(self.module.decode_outcome(self.s, c)) for c in codes[:_MOST_TOLD]]
            known += ["…"] if len(codes) > _MOST_TOLD else []
            raise ExampleError("example.impossible", values=self._told_outcome(values), known="; ".join(known))
        return code

    def _told_outcome(self, values: tuple[Any, ...]) -> str:
        site = self.position.chance
        assert site is not None
        return ", ".join(self._notation(value, kind) for value, (_, kind) in zip(values, site.items, strict=True))

    def _decide(self) -> None:
        """The next inner decision: as the example chooses; after that `may` is declined."""
        code = self._chosen(self.choices[0]) if self.choices else None
        if code is not None:
            self.choices.pop(0)
        elif len(self.answer) == 1:
            code = self.answer[0]
        elif self.choices:
            raise ExampleError("example.choice", said=self.choices[0].source, moves=self._asked())
        elif self.answer[-1] == PASS:
            code = PASS
        else:
            raise ExampleError("example.must_choose", moves=self._asked())
        self.answer = self.module.step(self.s, code)

    def _asked(self) -> str:
        return ", ".join(move_of(self.position, code).notation for code in self.answer[:8])

    def _chosen(self, said: SaidInfo) -> int | None:
        """The listed move that an entry of `choosing` says."""
        if said.verb == "pass":
            return PASS if PASS in self.answer else None
        decision, args = self.position.decision, said.args(self.s)
        assert decision is not None
        numbers = [said.action] if said.action is not None else decision.actions
        for number in numbers:
            action = self.rules.actions[number]
            if said.action is None and (len(args) != len(action.params) or not _names(said, action.verb)):
                continue
            if (code := self._only(Deed(action, args))) is not None:
                return code
        return None

    def _only(self, deed: Deed) -> int | None:
        if not deed.missing:
            return code_of(self.position, deed, self.answer)
        found = completed(self.position, deed, self.answer)
        return found[0] if len(found) == 1 else None

    # -------------------------------------------------------------------------------------------- expect

    def _expect(self, line: ExpectLine) -> None:
        value = line.test(self.s)
        if value is None:
            raise ExampleError("example.expect_undefined")
        if value:  # a field of truth values holds numbers
            return
        parts = [self._notation(part(self.s), kind) for part, kind in line.parts]
        if len(parts) == 2:
            raise ExampleError("example.expect_sides", left=parts[0], right=parts[1])
        raise ExampleError("example.expect")

    def _notation(self, value: Any, kind: TypeInfo) -> str:
        if value is None:
            return message("en", "example.no_value")
        try:
            return self.rules.values.notation(self.s, value, kind)
        except LookupError:
            return str(value)

    def _expect_may(self, line: MayLine) -> None:
        you = self._who(line)
        assert you is not None
        if line.action is None:
            self._expect_answer(line, you)
            return
        deed = Deed(self.rules.actions[line.action], line.args(self.s))
        told = self._told(deed, you)
        if told and self.observer is not None:
            self.observer.refused(line.action, names(told))
        if line.may and told:
            raise ExampleError("example.may", reasons=_listed(told))
        if not line.may and not told:
            raise ExampleError("example.may_not")
        if line.because is not None and line.because not in names(told):
            raise ExampleError("example.because", because=line.because, reasons=_listed(told))

    def _expect_answer(self, line: MayLine, you: int) -> None:
        """`may choose(v)`, `may not pass`: of the decision that `at` stopped at, or that was asked since."""
        assert line.answer is not None
        asked = self.answer is not DONE and self.answer is not None and self.answer != () and self.position.you == you
        possible = asked and self._chosen(line.answer) is not None
        if line.may and not asked:
            raise ExampleError("example.not_asked")
        if line.may and not possible:
            raise ExampleError("example.choice", said=line.answer.source, moves=self._asked())
        if not line.may and possible:
            raise ExampleError("example.may_not")

    def _told(self, deed: Deed, you: int) -> tuple[Reason, ...]:
        """Why the deed is not legal: by itself, or at a decision that `at` stopped at as an answer to it (19.5)."""
        asked = self.s[PAUSE] != NOT_BEGUN and self.position.decision is not None
        if (asked and self.position.you != you) or (self.is_open and self.answer in (DONE, None)):
            return (not_now(self.position), *reasons(self.position, deed, you, "en", asked=False))
        if asked and not deed.missing and code_of(self.position, deed, self.answer) is not None:
            return ()
        return reasons(self.position, deed, you, "en", asked=asked)


def _names(said: SaidInfo, verb: str) -> bool:
    """Whether an entry can mean a deed of this verb: a bare value means whatever has one argument."""
    return said.verb in ("", verb)


def _listed(told: Sequence[Reason]) -> str:
    return "; ".join(f"{reason.name}: {reason.text}" for reason in told)
