"""Walking all states of a small game, breadth first: each is looked at once, whatever leads to it.

A state is known by a digest of what makes states equal. Where a verb is going on whose promises read earlier values
(`old`), those values belong to it, so that no way through it is missed; such states still count as one.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal

from attrs import define, field, frozen

from hoyle.runtime.catalogue import message
from hoyle.runtime.compiled import ENDING, OVER, PASS, PAUSE, Result
from hoyle.runtime.errors import RuleError
from hoyle.runtime.game import Game
from hoyle.runtime.moves import Move, Outcome
from hoyle.runtime.rules import Position
from hoyle.runtime.state import State
from hoyle.runtime.verification.graph import Graph
from hoyle.runtime.verification.laws import LawBroken, NamedLaw, choices_of
from hoyle.runtime.verification.packing import Packer
from hoyle.runtime.verification.symmetry import Asymmetry, Symmetries, Symmetry
from hoyle.runtime.verification.watching import Failure, Kind, Line, Watch, law_rng, replay_lines

STATES: Final = 5_000_000
MEMORY: Final = 1_000_000_000  # bytes
_TUPLES: Final = 20_000  # of arguments of an action that are tried at a state, to see what refuses them
_PLAYED: Final = "play.end"  # the end of `play`, which most games never come to, and no rule is about
_TOLD: Final = 256  # states between two looks at limits, and two reports of progress

Stopped = Literal["states", "memory", "depth", "interrupted"]
Told = Callable[["Exploration"], None]
Key = tuple[str, str]  # kind and name of a failure


@frozen
class Found:
    """What does not hold: at a state, or by the choice of this number there. what: how a law is broken; symmetry: it is
    not so there but at the image."""

    number: int
    choice: int | None
    what: str = ""
    symmetry: Symmetry | None = None


@frozen
class Unreached:
    """What never happened. requirements: `action.requirement` that refused nothing, actions that nobody could do,
    decisions that nobody was asked, endings that no game had."""

    requirements: tuple[str, ...]
    actions: tuple[str, ...]
    decisions: tuple[str, ...]
    endings: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.requirements or self.actions or self.decisions or self.endings)


@define
class Exploration:
    """What is known of a game (a debug build) so far. laws: looked at in every state, too.

    symmetries: of states that these lead to each other only one is followed.
    ends, wins: by name of the ending, of the seat; draws: ends that nobody wins; shared: ends that several win;
    failures: by what does not hold, where it was met first; counts: how many choices and states show it.
    waiting: the packed states that were not looked at yet, in the order of their numbers.
    """

    game: Game
    laws: tuple[NamedLaw, ...] = ()
    symmetries: Symmetries | None = None
    graph: Graph = field(factory=Graph)
    seen: dict[bytes, int] = field(factory=dict)
    waiting: deque[bytes] = field(factory=deque)
    waiting_bytes: int = 0
    inside: set[bytes] = field(factory=set)  # states within a verb that is watched, without their earlier values
    inside_nodes: int = 0
    represented: int = 0  # states, the images of those that were followed among them
    chances: int = 0
    ends: Counter[str] = field(factory=Counter)
    wins: Counter[str] = field(factory=Counter)
    draws: int = 0
    shared: int = 0
    failures: dict[Key, Found] = field(factory=dict)
    counts: Counter[Key] = field(factory=Counter)
    refused: set[str] = field(factory=set)
    done: set[str] = field(factory=set)
    asked: set[str] = field(factory=set)
    packer: Packer = field(init=False)
    _module: Any = field(init=False)
    _open: set[str] = field(init=False)  # requirements that have refused nothing so far

    def __attrs_post_init__(self) -> None:
        self._module = self.game.fast()
        self.packer = Packer(self._module)
        self._open = set(requirements_of(self.game))

    # -------------------------------------------------------------------------------------------- how far it is

    @property
    def nodes(self) -> int:
        """States, those counted apart that differ in what promises remember."""
        return len(self.graph)

    @property
    def states(self) -> int:
        """Different states that were found."""
        return self.nodes - self.inside_nodes + len(self.inside)

    @property
    def looked_at(self) -> int:
        return self.nodes - len(self.waiting)

    @property
    def memory(self) -> int:
        """Bytes that what is known takes, about."""
        waiting = self.waiting_bytes + 45 * len(self.waiting)
        return 185 * len(self.seen) + 90 * len(self.inside) + self.graph.memory + waiting

    # -------------------------------------------------------------------------------------------- walking

    def begin(self) -> None:
        """The first state. RuleError if there is none."""
        s = self._module.new()
        result = self._module.start(s)
        self._take(s, result, -1, 0, self._images(s))

    def run(
        self,
        *,
        depth: int | None = None,
        states: int = STATES,
        memory: int = MEMORY,
        progress: Told | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Stopped | None:
        """Go on until every state has been looked at (None), or a limit is met, or somebody stops it. What was stopped
        can be gone on with."""
        number = self.looked_at
        while self.waiting:
            if depth is not None and self.graph.depth(number) >= depth:
                if self._has_more():
                    return "depth"
                depth = None
            if is_stopped():
                return "interrupted"
            if self.states >= states:
                return "states"
            if number % _TOLD == 0:
                if self.memory >= memory:
                    return "memory"
                if progress is not None:
                    progress(self)
            self._expand(number)
            number += 1
        return None

    def _has_more(self) -> bool:
        """Whether something follows what was not looked at."""
        return any(self.packer.unpacked(packed)[PAUSE] != OVER for packed in self.waiting)

    def _expand(self, number: int) -> None:
        s = self.packer.unpacked(self.waiting[0])
        moves = () if s[PAUSE] == OVER else self._module.go_on(s)
        codes = self._codes(s, moves)
        if moves:
            self._look_at_rules(Position(self.game.rules, s), moves)
        self.chances += bool(codes and not moves)
        steps = [self._follow(s, number, place, code) for place, code in enumerate(codes)]
        if self.symmetries is not None:
            self._check_symmetries(s, number, codes, [images for _, images in steps])
        self.graph.connect(follower for follower, _ in steps if follower is not None)
        self.waiting_bytes -= len(self.waiting.popleft())

    def _codes(self, s: Any, moves: Result) -> list[int]:
        if s[PAUSE] == OVER:
            return []
        return list(moves) if moves else [code for code, _ in self._module.outcomes(s)]

    def _follow(self, s: Any, number: int, place: int, code: int) -> tuple[int | None, list[Any]]:
        """The state that a choice leads to, None if the rules cannot go on; and its images."""
        after = s.clone()
        try:
            result = self._module.step(after, code)
        except RuleError as error:
            self._fail(("rules", f"{error.message}:{error.line}"), Found(number, place))
            return None, []
        for promise in after.broken:
            self._fail(("promise", self.game.info.promises[promise].name), Found(number, place))
        images = self._images(after)
        return self._take(after, result, number, place, images), images

    def _images(self, s: Any) -> list[Any]:
        return [] if self.symmetries is None else [symmetry.state(s) for symmetry in self.symmetries.all]

    def _take(self, s: Any, result: Result, parent: int, place: int, images: list[Any]) -> int:
        """The number of a state, or of one that it is an image of; it waits to be looked at if it is new."""
        keys = [self.packer.keys(one) for one in (s, *images)]
        core, key = min(core for core, _ in keys), min(key for _, key in keys)
        known = self.seen.get(key)
        if known is not None:
            return known
        number = self.seen[key] = self.graph.add(parent, place)
        self._count(core, core != key, len({core for core, _ in keys}))
        self._note(s, result, number)
        packed = self.packer.packed(s)
        self.waiting.append(packed)
        self.waiting_bytes += len(packed)
        return number

    def _count(self, core: bytes, is_inside: bool, images: int) -> None:
        """A new state. is_inside: it is known by more than what makes states equal."""
        if not is_inside or core not in self.inside:
            self.represented += images
        if is_inside:
            self.inside.add(core)
            self.inside_nodes += 1

    def _fail(self, key: Key, found: Found) -> None:
        """Remember the first way to what does not hold."""
        self.failures.setdefault(key, found)
        self.counts[key] += 1

    # -------------------------------------------------------------------------------------------- what is seen

    def _note(self, s: Any, result: Result, number: int) -> None:
        """What a new state shows."""
        if self.graph.parents[number] < 0:
            for promise in s.broken:
                self._fail(("promise", self.game.info.promises[promise].name), Found(number, None))
        if self.laws:
            self._look_at_laws(State(self.game, s, result), number)
        if s[PAUSE] == OVER:
            self._note_end(s)

    def _note_end(self, s: Any) -> None:
        self.ends[self.game.info.endings[s[ENDING] - 1].name] += 1
        winners = self.game.rules.names(self._module.winners(s))
        self.draws += not winners
        self.shared += len(winners) > 1
        self.wins.update(winners)

    def _look_at_laws(self, state: State, number: int) -> None:
        rng = law_rng(state)
        for law in self.laws:
            try:
                law.check(state, rng)
            except LawBroken as broken:
                self._fail(("law", law.name), Found(number, None, str(broken)))

    def _look_at_rules(self, position: Position, moves: list[int]) -> None:
        decision = position.decision
        assert decision is not None
        self.asked.add(decision.label)
        for code in moves:
            if code != PASS:
                self.done.add(position.rules.actions[self._module.decode(code)[0]].label)
        if self._open:
            for number in decision.actions:
                self._look_at_refusals(position, number)

    def _look_at_refusals(self, position: Position, number: int) -> None:
        """Which requirements refuse something here, of those that have refused nothing so far."""
        action, you = position.rules.actions[number], position.you
        own = [f"{action.label}.{r.name}" for r in action.requirements]
        if self._open.isdisjoint(own):
            return
        tuples = self._module.completions(position.s, number, you, (None,) * len(action.params))
        for _, args in zip(range(_TUPLES), tuples, strict=False):
            for index, _, _ in self._module.refusals(position.s, number, you, args):
                self.refused.add(own[index])
                self._open.discard(own[index])
            if self._open.isdisjoint(own):
                return

    def reopen(self) -> None:
        """After what is known was read from a file."""
        self._open -= self.refused

    # -------------------------------------------------------------------------------------------- symmetries

    def _check_symmetries(self, s: Any, number: int, codes: list[int], afters: list[list[Any]]) -> None:
        """The images of a state must have the images of its choices, and these must lead to the images of what they
        lead to. Asymmetry if not. afters: of each choice the images of what it leads to, none if it leads nowhere."""
        assert self.symmetries is not None
        for which, symmetry in enumerate(self.symmetries.all):
            image = symmetry.state(s)
            choices = symmetry.choices(s, image, codes)
            if choices is None:
                raise Asymmetry(symmetry)
            for place, code in enumerate(choices):
                expected = afters[place][which] if afters[place] else None
                if not self._leads(image, code, expected, Found(number, place, symmetry=symmetry)):
                    raise Asymmetry(symmetry)

    def _leads(self, image: Any, code: int, expected: Any, found: Found) -> bool:
        """Whether a choice leads where it must; what promises say of it is remembered."""
        after = image.clone()
        try:
            self._module.step(after, code)
        except RuleError:
            return expected is None
        for promise in after.broken:
            self.failures.setdefault(("promise", self.game.info.promises[promise].name), found)
        size = self._module.DERIVED
        return expected is not None and after[:size] == expected[:size]

    def look_for_traps(self) -> None:
        """When every state has been looked at: those from which no end can be reached are a failure, too."""
        endless = self.graph.endless()
        if endless:
            self.failures["end", "end"] = Found(endless[0], None)
            self.counts["end", "end"] = len(endless)

    # -------------------------------------------------------------------------------------------- reports

    def unreached(self) -> Unreached:
        """What did not happen in what was looked at."""
        info = self.game.info
        return Unreached(
            tuple(name for name in requirements_of(self.game) if name not in self.refused),
            tuple(a.label for a in info.actions if a.label not in self.done),
            tuple(d.label for d in info.decisions if d.label not in self.asked),
            tuple(e.name for e in info.endings if e.name not in (*self.ends, _PLAYED)),
        )

    def failure(self, key: Key, language: str = "en") -> Failure:
        """What does not hold, with the moves that lead there."""
        found = self.failures[key]
        kind, name = key
        lines = list(self._lines(found))
        if kind == "law":
            law = next(law for law in self.laws if law.name == name)
            return _at_the_end_of(self.game, lines, language, "law", name, text=law.said(language), what=found.what)
        if kind == "end":
            what = message(language, "explore.end.trap")
            return _at_the_end_of(self.game, lines, language, "end", name, what=what)
        only = frozenset({name}) if kind == "promise" else frozenset[str]()
        failure = replay_lines(self.game, lines, (), only, language)
        assert failure is not None
        return failure

    def _lines(self, found: Found) -> Iterator[Line]:
        """The choices that lead to a state, and the one made there, if it is about one."""
        places = self.graph.way(found.number) + ([] if found.choice is None else [found.choice])
        state, image = self.game.new(), self.game.new()
        for place in places:
            choices = choices_of(state)
            choice = choices[place]
            told = choice if found.symmetry is None else _image_of(found.symmetry, choices, place, image)
            yield image.player, told.notation
            try:
                state.apply(choice)
                image.apply(told)
            except RuleError:
                return


def _image_of(symmetry: Symmetry, choices: list[Move | Outcome], place: int, image: State) -> Move | Outcome:
    """The image of one of the choices at a state, at the image of the state."""
    codes = symmetry.choices(choices[0].position.s, image.position.s, [choice.code for choice in choices])
    assert codes is not None
    return next(choice for choice in choices_of(image) if choice.code == codes[place])


def requirements_of(game: Game) -> list[str]:
    """`action.requirement` of all actions, in order."""
    return [f"{action.label}.{r.name}" for action in game.info.actions for r in action.requirements]


def _at_the_end_of(game: Game, lines: Sequence[Line], language: str, kind: Kind, name: str, **more: str) -> Failure:
    """What is wrong with the state that a playthrough leads to."""
    watch = Watch(game, (), promises=frozenset(), language=language)
    before = None
    for _, notation in lines:
        before = watch.state.position
        watch.step(next(choice for choice in choices_of(watch.state) if choice.notation == notation))
    said = {"lines": tuple(watch.lines), "said": tuple(watch.said)}
    return Failure(kind, name, **more, before=before, after=watch.state.position, **said)  # type: ignore[arg-type]


def explore(
    game: Game,
    *,
    depth: int | None = None,
    states: int = STATES,
    memory: int = MEMORY,
    laws: tuple[NamedLaw, ...] = (),
    symmetry: bool = False,
    begun: Exploration | None = None,
    progress: Told | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> tuple[Exploration, Stopped | None]:
    """Walk all states of a game (a debug build), and say why it stopped before the last, if it did.

    depth: at most so many steps from the first state. symmetry: follow one of each set of states that symmetries of the
    boards lead to each other; each is verified in every state, and what is none is done without. begun: to go on with;
    laws and symmetry are those it was begun with. RuleError if there is no first state.
    """
    found = begun
    if found is None:
        found = Exploration(game, laws, Symmetries.of(game) if symmetry else None)
        found.begin()
    while True:
        try:
            stopped = found.run(depth=depth, states=states, memory=memory, progress=progress, is_stopped=is_stopped)
        except Asymmetry as refuted:
            assert found.symmetries is not None
            found = Exploration(game, found.laws, found.symmetries.without(refuted.symmetry))
            found.begin()
        else:
            if stopped is None:
                found.look_for_traps()
            return found, stopped
