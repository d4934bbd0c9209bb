"""The sections of a report: each a picture with a heading and a sentence that says what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import field, frozen

from hoyle.runtime.reporting.charts import Dot, bars, course, dots, histograms, stacks
from hoyle.runtime.reporting.comparison import Difference, unlike_expected
from hoyle.runtime.reporting.naming import Names
from hoyle.runtime.reporting.sample import Sample, Share, Use
from hoyle.runtime.simulation.statistics import mean_interval

_MOST_ROWS: Final = 40
_MOST_ACTIONS: Final = 25
_RARE: Final = 5  # uses; what was used less is not shown as a share of wins


@frozen
class Section:
    """heading, words: for people; picture: SVG; legend: whether it shows what is compared."""

    heading: str
    words: str
    picture: str
    is_compared: bool = False


@frozen
class Report:
    """here: what is reported; there: what it is compared with; differences: between both."""

    here: Sample
    there: Sample | None
    names: Names
    differences: Sequence[Difference] = ()
    findings: list[str] = field(factory=list)

    def differs(self, kind: str, about: str = "") -> bool:
        """Whether a difference is more than chance."""
        return any(d.is_marked for d in self.differences if (d.kind, d.about) == (kind, about))

    def say(self, key: str, **values: object) -> str:
        return self.names.say(f"report.{key}", **values)


def sections(report: Report) -> Iterator[Section]:
    """All that the games have something to say of, in order. What stands out is added to the findings on the way."""
    yield from _wins(report)
    yield from _powers(report)
    if report.here.has_scores:
        yield from _scores(report)
    yield from _course(report)
    yield from _endings(report)
    yield from _actions(report)
    yield from _things(report)


# ------------------------------------------------------------------------------------------------ who wins


def _wins(report: Report) -> Iterator[Section]:
    here, there, names = report.here, report.there, report.names
    wins, others = here.wins(), {} if there is None else there.wins()
    labelled = {seat: names.seat(seat) for seat in wins}
    yield _shares_section(report, "wins", wins, labelled, others)
    bots = here.wins_by("bot")
    if len(bots) > 1:
        yield _shares_section(report, "bots", bots, {bot: bot for bot in bots}, {})


def _powers(report: Report) -> Iterator[Section]:
    names = report.names
    others = {} if report.there is None else report.there.powers()
    for name, shares in report.here.powers().items():
        labelled = {value: names.power(name, value) for value in shares}
        of = names.power_field(name)
        yield _shares_section(report, "powers", shares, labelled, others.get(name, {}), of=of)


def _shares_section(
    report: Report,
    kind: str,
    shares: Mapping[str, Share],
    labels: Mapping[str, str],
    others: Mapping[str, Share],
    **values: object,
) -> Section:
    """Shares of victories against what all would have if all were alike."""
    expected = report.here.fair
    marks = unlike_expected([(share.hits, share.number, expected) for share in shares.values()])
    items = [_dot(labels[name], share, mark, others.get(name)) for (name, share), mark in _paired(shares, marks)]
    report.findings.extend(
        report.say(
            "finds.wins_more" if share.value > expected else "finds.wins_less",
            name=labels[name], share=f"{share.value:.1%}", expected=f"{expected:.1%}",
        )
        for (name, share), mark in _paired(shares, marks) if mark
    )  # fmt: skip
    if kind == "wins" and not any(marks):
        report.findings.append(report.say("finds.wins_alike"))
    heading, words = report.say(f"{kind}.heading", **values), report.say(f"{kind}.words", expected=f"{expected:.1%}")
    return Section(heading, words, dots(items, expected), bool(others))


def _paired(shares: Mapping[str, Share], marks: Sequence[bool]) -> list[tuple[tuple[str, Share], bool]]:
    return list(zip(shares.items(), marks, strict=True))


def _dot(label: str, share: Share, is_marked: bool, other: Share | None, note: str = "") -> Dot:
    low, high = share.interval
    compared = None if other is None or not other.number else (other.value, *other.interval)
    return Dot(label, share.value, low, high, None, is_marked, compared, note)


# ------------------------------------------------------------------------------------------------ scores


def _scores(report: Report) -> Iterator[Section]:
    here, names = report.here, report.names
    seats = here.seats
    means = {c: [mean_interval(here.scores(c, seat))[0] for seat in seats] for c in here.components}
    shown = [(names.component(c), values) for c, values in means.items() if any(values)]
    totals = [mean_interval(here.totals(seat))[0] for seat in seats]
    if len(shown) > 1:
        picture = stacks([names.seat(seat) for seat in seats], shown, totals)
        yield Section(report.say("scores.heading"), report.say("scores.words"), picture)
    yield _distributions(report, [c for c, values in means.items() if any(values)])


def _distributions(report: Report, components: Sequence[str]) -> Section:
    here, there, names = report.here, report.there, report.names
    panels = [(names.say("total"), here.totals(), None if there is None else there.totals())]
    for component in components if len(components) > 1 else ():
        others = None if there is None else there.scores(component)
        marked = " *" if report.differs("score", component) else ""
        panels.append((names.component(component) + marked, here.scores(component), others or None))
    return Section(
        report.say("spread.heading"), report.say("spread.words"), histograms(panels), there is not None
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ how games go


def _course(report: Report) -> Iterator[Section]:
    here, there, say = report.here, report.there, report.say
    mean = mean_interval(here.lengths())[0]
    report.findings.append(
        say("finds.length", mean=f"{mean:.1f}", low=f"{min(here.lengths()):.0f}", high=f"{max(here.lengths()):.0f}")
    )
    star = {kind: " *" if report.differs(kind) else "" for kind in ("length", "lead_changes", "margin")}
    panels = [(say("length.axis") + star["length"], here.lengths(), None if there is None else there.lengths())]
    changes = here.lead_changes()
    if here.has_scores and changes:
        report.findings.append(say("finds.lead", mean=f"{mean_interval(changes)[0]:.1f}"))
        panels.append(
            (say("lead.axis") + star["lead_changes"], changes, None if there is None else there.lead_changes() or None)
        )
        panels.append(
            (say("margin.axis") + star["margin"], here.margins(), None if there is None else there.margins() or None)
        )
    yield Section(say("length.heading"), say("length.words"), histograms(panels), there is not None)
    options = None if there is None else there.options()
    picture = course(here.options(), options, (say("options.part"), say("options.axis")))
    yield Section(say("options.heading"), say("options.words"), picture, there is not None)


def _endings(report: Report) -> Iterator[Section]:
    here, there, names = report.here, report.there, report.names
    others = {} if there is None else there.endings()
    endings = list(here.endings().items())[:_MOST_ROWS]
    if len(endings) < 2 and len(others) < 2:
        return
    items = [
        (_cut(names.ending(name)), share.value, others[name].value if name in others else None,
         report.differs("ending", name))
        for name, share in endings
    ]  # fmt: skip
    picture = bars(items, "{:.1%}")
    yield Section(report.say("endings.heading"), report.say("endings.words"), picture, bool(others))


# ------------------------------------------------------------------------------------------------ what is done


def _actions(report: Report) -> Iterator[Section]:
    here, there, names = report.here, report.there, report.names
    others = {} if there is None else there.uses("actions")
    uses = list(here.uses("actions").items())[:_MOST_ACTIONS]
    items = [
        (_cut(names.action(name)), use.rate, others[name].rate if name in others else (None if there is None else 0.0),
         report.differs("actions", name))
        for name, use in uses
    ]  # fmt: skip
    if items:
        words = report.say("actions.words")
        yield Section(report.say("actions.heading"), words, bars(items), there is not None)


def _things(report: Report) -> Iterator[Section]:
    """Of each type of cards and the like: how often a player who used one won."""
    uses = report.here.uses("named")
    others = {} if report.there is None else report.there.uses("named")
    domains = dict.fromkeys(name.partition(".")[0] for name in uses)
    for domain in sorted(domains, key=lambda name: not report.names.is_component(name)):  # cards first
        if domain in report.names.power_domains:  # told under "who wins"
            continue
        own = {n: use for n, use in uses.items() if n.partition(".")[0] == domain and use.games >= _RARE}
        if len(own) > 1:
            make = _rate_section if _is_constant(own) else _thing_section
            yield make(report, domain, own, others)


def _is_constant(uses: Mapping[str, Use]) -> bool:
    """Whether everybody names them all the time, so that they tell nothing."""
    return all(abs(use.share.value - use.expected) < 1e-9 for use in uses.values())


def _rate_section(report: Report, domain: str, uses: Mapping[str, Use], others: Mapping[str, Use]) -> Section:
    """How often each is used, where everybody uses all of them."""
    names, say = report.names, report.say
    items = [
        (
            _cut(names.thing(name)),
            use.rate,
            others[name].rate if name in others else None,
            report.differs("named", name),
        )
        for name, use in list(uses.items())[:_MOST_ROWS]
    ]
    return Section(say("rates.heading", of=names.domain(domain)), say("rates.words"), bars(items), bool(others))


def _thing_section(report: Report, domain: str, uses: Mapping[str, Use], others: Mapping[str, Use]) -> Section:
    names, say = report.names, report.say
    marks = dict(zip(uses, unlike_expected([(u.won, u.games, u.expected) for u in uses.values()]), strict=True))
    kept = sorted(list(uses)[:_MOST_ROWS], key=lambda n: uses[n].expected - uses[n].share.value)
    items = []
    for name in kept:
        use = uses[name]
        low, high = use.share.interval
        note = " · " + say("things.rate", rate=f"{use.rate:.2f}") + (" †" if report.differs("named", name) else "")
        items.append(Dot(_cut(names.thing(name)), use.share.value, low, high, use.expected, marks[name], None, note))
        if marks[name]:
            key = "finds.thing_more" if use.share.value > use.expected else "finds.thing_less"
            values = {"share": f"{use.share.value:.1%}", "expected": f"{use.expected:.1%}"}
            report.findings.append(say(key, name=names.thing(name), **values))
    of = names.domain(domain)
    words = say("things.words") + (" " + say("things.compared") if others else "")
    return Section(say("things.heading", of=of), words, dots(items))


def _cut(text: str) -> str:
    return text if len(text) <= 34 else f"{text[:33]}…"
