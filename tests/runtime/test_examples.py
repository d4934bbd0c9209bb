"""The runner of examples, on a debug build written by hand: what passes, and where and why something does not."""

from collections.abc import Sequence
from typing import Any

import pytest

import handmade_examples
from hoyle.runtime.compiled import as_compiled
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
from hoyle.runtime.examples import ExampleResult, run_example
from hoyle.runtime.game import Game

HEAP, NUMBER = 3, TypeInfo("int", low=0, high=99)
GAME = Game(as_compiled(handmade_examples))


def run(*lines: ExampleLine) -> ExampleResult:
    return run_example(GAME, ExampleInfo("some", None, None, (), 1, "gamble.hoyle", lines))


def given(heap: int) -> GivenLine:
    def apply(s: list[Any]) -> None:
        s[HEAP] = heap

    return GivenLine(2, apply)


def said(verb: str, *args: int, action: int | None = None) -> SaidInfo:
    return SaidInfo(verb, action, lambda s: args, f"{verb}{args}")


def when(
    verb: str,
    *args: int | None,
    who: int | None = None,
    rolling: Sequence[Any] = (),
    choosing: Sequence[SaidInfo] = (),
    at: bool = False,
) -> WhenLine:
    seat = None if who is None else lambda s: who
    action = 0 if verb == "take" else None
    rolls = tuple(lambda s, value=value: value for value in rolling)
    return WhenLine(3, f"{verb}{args}", seat, verb, action, lambda s: args, rolls, tuple(choosing), at)


def expect(heap: int) -> ExpectLine:
    sides = ((lambda s: s[HEAP], NUMBER), (lambda s: heap, NUMBER))
    return ExpectLine(4, f"heap == {heap}", lambda s: s[HEAP] == heap, sides)


def may(who: int, *args: int, allowed: bool = True, because: str | None = None) -> MayLine:
    return MayLine(5, "may", lambda s: who, 0, lambda s: args, allowed, because)


@pytest.mark.parametrize(
    "lines",
    [
        [expect(10)],
        [given(7), when("take", 2, who=0), expect(5)],
        [when("gamble", rolling=[1, 2]), expect(13)],
        [when("gamble", rolling=[(2, 1)]), expect(13)],
        [when("gamble", rolling=[2, 1], choosing=[said("", 3)]), expect(10)],
        [when("gamble", rolling=[2, 1], choosing=[said("choose", 3)]), expect(10)],
        [when("gamble", rolling=[2, 1], choosing=[said("pass")]), expect(13)],
        [may(0, 3), may(0), may(1, 3), given(2), may(0, 3, allowed=False, because="enough")],
        [may(0, 9, allowed=False, because="n")],
        [given(0), may(0, allowed=False)],
        [
            when("play", at=True),
            may(0, 3),
            may(1, 3, allowed=False, because="not_now"),
            when("take", 3, who=0),
            expect(7),
        ],
        [given(4), when("play", at=True), given(2), when("take", 2, who=0), expect(0)],
        [given(3), when("play", at=True), when("take", 2, who=0), when("take", 1, who=1), may(0, 1, allowed=False)],
        [given(1), when("play", at=True), expect(1)],
        [when("gamble", rolling=[1, 2], at=True), expect(13)],
    ],
)
def test_what_is_so_passes(lines: list[ExampleLine]) -> None:
    result = run(*lines)
    assert (result.status, result.what) == ("passed", "")


@pytest.mark.parametrize(
    ("lines", "line", "what"),
    [
        ([expect(9)], 4, "This is not so: 10 on the left, 9 on the right."),
        ([ExpectLine(4, "e", lambda s: None)], 4, "This has no value here."),
        ([ExpectLine(4, "e", lambda s: False)], 4, "This is not so."),
        ([given(2), when("take", 3, who=0)], 3, "This is not legal: enough: This requirement does not hold: Enough."),
        ([when("take", None, who=0)], 3, "A value of take(None,) is undefined."),
        ([when("take", 1, who=5)], 3, "Who does this is no player of this game."),
        ([when("gamble", rolling=[1, 2, 3])], 3, "1 of the values after `rolling` were not needed."),
        ([when("gamble", rolling=[1])], 3, "There are too few values after `rolling` for this chance node."),
        ([when("gamble", rolling=[1, 7])], 3, "{1, 7} is not a possible outcome here."),
        ([when("gamble", choosing=[said("", 9)])], 3, "(9,) is not possible; asked is choose(1), choose(2)"),
        ([when("take", 1, who=0, choosing=[said("", 1)])], 3, "(1,) was never asked."),
        ([may(0, 3, allowed=False)], 5, "It is legal."),
        ([may(0, 9)], 5, "It is not legal: n: 9 is not possible here (Number)."),
        ([may(0, 9, allowed=False, because="enough")], 5, "It is not because of enough, but: n: 9 is not possible"),
        (
            [when("play", at=True), when("take", 1, who=1)],
            3,
            "player_1 decides here, between take(1), take(2), take(3)",
        ),
        ([given(1), when("play", at=True), when("take", 1, who=0), when("take", 1, who=1)], 3, "The game is over"),
        ([given(2), when("play", at=True), when("take", 1, who=0), when("take", 2, who=1)], 3, "Nothing is asked"),
    ],
)
def test_what_is_not_so_fails_at_its_line(lines: list[ExampleLine], line: int, what: str) -> None:
    result = run(*lines)
    assert (result.status, result.line) == ("failed", line)
    assert what in result.what


def test_a_promise_broken_in_an_example_fails_it() -> None:
    result = run(given(19), when("gamble", rolling=[1, 3]))
    assert (result.status, result.what) == ("broken promise", "A promise is broken: small.")


def test_a_promise_false_before_anything_happens_is_suspended() -> None:
    assert run(given(10), when("take", 2, who=0)).passed
    assert run(given(11), when("take", 1, who=0)).what == "A promise is broken: odd."


def test_a_rule_error_is_told_with_the_place_of_the_rule() -> None:
    def fail(s: list[Any]) -> None:
        raise RuleError("out_of_range", 12, ("heap", 99), "gamble.hoyle")

    result = run(GivenLine(2, fail))
    assert (result.status, result.line) == ("rule error", 2)
    assert result.what == "gamble.hoyle:12: the rules cannot go on: heap cannot be 99."


def test_an_example_must_not_depend_on_chances_it_does_not_name() -> None:
    assert run(when("gamble"), ExpectLine(4, "grown", lambda s: s[HEAP] > 10)).passed
    first: dict[str, int] = {}
    result = run(when("gamble"), ExpectLine(4, "as once", lambda s: s[HEAP] == first.setdefault("heap", s[HEAP])))
    assert not result.passed
    assert result.seed > 0
