"""What must not lead back to itself: questions whether an action is possible, score components, and the work of defines
that use others twice (semantics 5.6 and 17.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import define, field

from hoyle.compiler import typed as t
from hoyle.compiler.checking import stmts as check_stmts
from hoyle.compiler.context import Context
from hoyle.compiler.explained import walk
from hoyle.dsl.diagnostics import Label
from hoyle.dsl.span import Span

MOST_WORK = 1_000_000  # uses of defines that one use of a define leads to

Steps = dict[str, Span]  # what something leads to, and where it says so


def check_circles(ctx: Context, components: Iterable[t.Component]) -> None:
    """Report questions and scores that need their own answer, and defines that are too much work."""
    _check_questions(ctx)
    _check_scores(ctx, list(components))
    _check_work(ctx)


@define
class _Reads:
    """What expressions lead to, defines followed; what a define leads to is found once."""

    found: Callable[[t.Expr], Iterator[tuple[str, Span]]]
    known: dict[t.Function, Steps] = field(factory=dict)

    def of(self, e: t.Expr) -> Steps:
        steps: Steps = {}
        for part in walk(e):
            for name, span in self.found(part):
                steps.setdefault(name, span)
            if isinstance(part, t.Call):
                for name in self._function(part.function):
                    steps.setdefault(name, part.span)
        return steps

    def _function(self, function: t.Function) -> Steps:
        if function not in self.known:
            self.known[function] = {}
            self.known[function] = self.of(function.body) if function.body is not None else {}
        return self.known[function]


def _check_questions(ctx: Context) -> None:
    reads = _Reads(lambda e: _asked(ctx, e))
    graph: dict[str, Steps] = {}
    for name, action in ctx.actions.items():
        steps: Steps = {}
        for e in _conditions(action):
            for asked, span in reads.of(e).items():
                steps.setdefault(asked, span)
        graph[name] = steps
    why = "whether an action is possible must not depend on whether it is possible, also not through others"
    _report(ctx, "E0514", graph, "asks whether one can", why)


def _asked(ctx: Context, e: t.Expr) -> Iterator[tuple[str, Span]]:
    match e:
        case t.Can(deed=deed):
            yield deed.action.name, e.span
        case t.CanDo(sentence=sentence):
            for number in check_stmts.possible(ctx, sentence):
                yield from ((deed.action.name, e.span) for deed in ctx.sentences[number].deeds)


def _conditions(action: t.Action) -> Iterator[t.Expr]:
    """All that decides whether an action is possible."""
    yield from (p.domain for p in action.params)
    for item in action.header:
        match item:
            case t.Requirement(test=test):
                yield test
            case t.HeaderLet(value=value):
                yield value
            case t.SameMove(test=test) if test is not None:
                yield test


def _check_scores(ctx: Context, components: list[t.Component]) -> None:
    names = [c.name for c in components]

    def scored(e: t.Expr) -> Iterator[tuple[str, Span]]:
        if isinstance(e, t.Score):
            yield from ((name, e.span) for name in ([e.component] if e.component is not None else names))

    reads = _Reads(scored)
    graph = {c.name: reads.of(c.value) for c in components}
    _report(ctx, "E0303", graph, "counts", "a component of the score must not count itself, also not through others")


def _report(ctx: Context, code: str, graph: Mapping[str, Steps], verb: str, why: str) -> None:
    """Report each circle once, at its first step, with the other steps."""
    told: set[str] = set()
    for start in graph:
        circle = _circle(graph, start) if start not in told else []
        if circle:
            told.update(circle)
            steps = list(zip(circle, [*circle[1:], start], strict=True))
            said = [(graph[a][b], f"`{a}` {verb} `{b}`") for a, b in steps]
            labels = [Label(span, text) for span, text in said[1:]]
            ctx.error(code, said[0][0], said[0][1], labels=labels[:6], why=why)


def _circle(graph: Mapping[str, Steps], start: str) -> list[str]:
    """The shortest way from `start` back to it, without the end; empty if there is none."""
    came: dict[str, str] = {}
    queue = [start]
    for name in queue:
        for step in graph.get(name, ()):
            if step == start:
                path = [name]
                while path[-1] != start:
                    path.append(came[path[-1]])
                return path[::-1]
            if step not in came:
                came[step] = name
                queue.append(step)
    return []


def _check_work(ctx: Context) -> None:
    """A define that uses another twice, that one a third twice, and so on, would never be done."""
    work: dict[t.Function, int] = {}
    for name in sorted(ctx.heights, key=ctx.heights.__getitem__):
        function = ctx.functions.get(name)
        if function is None or function.body is None:
            continue
        calls = (part.function for part in walk(function.body) if isinstance(part, t.Call))
        work[function] = 1 + sum(work.get(called, 1) for called in calls)
        if work[function] > MOST_WORK:
            why = "each use of a define is computed: one that uses another twice, and that a third, doubles the work"
            ctx.error("E0911", ctx.decls.defines[name].name.span, f"{work[function]:,} uses of other defines", why=why)
            return
