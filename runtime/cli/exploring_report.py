"""What `hoyle explore` says it found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define

from hoyle.runtime.catalogue import message
from hoyle.runtime.cli.keeping import kept, replaying
from hoyle.runtime.cli.telling import ending_text
from hoyle.runtime.game import Game

if TYPE_CHECKING:
    from hoyle.runtime.verification import Failure
    from hoyle.runtime.verification.exploring import Exploration, Stopped


def number(value: int) -> str:
    return f"{value:,}"


@define
class Report:
    """What was found of a game. path: its rule file; mode: what is played; depth, memory (megabytes): the limits."""

    game: Game
    path: Path
    found: Exploration
    stopped: Stopped | None
    mode: str
    depth: int | None
    memory: int

    @property
    def is_whole(self) -> bool:
        """Whether every state was looked at."""
        return self.stopped is None

    # -------------------------------------------------------------------------------------------- text

    def lines(self, language: str) -> Iterator[str]:
        def say(key: str, **values: object) -> str:
            return message(language, f"explore.{key}", **values)

        yield say("title", game=self.game.title(language), mode=self.mode)
        yield from (f"  {line}" for line in self._sizes(say))
        if self.found.ends:
            yield from ("", say("ends"), *self._ends(language), *self._wins(say, language))
        yield from ("", *self._promises(say, language))
        yield from self._unreached(say)

    def _sizes(self, say: Any) -> Iterator[str]:
        found, graph = self.found, self.found.graph
        symmetries = found.symmetries
        yield say("states", states=number(found.represented), depth=len(graph.layers) - 1)
        if symmetries is not None and symmetries.all:
            key = "symmetry" if self.is_whole else "symmetry.so_far"
            yield say(key, states=number(found.states), count=symmetries.count)
        elif symmetries is not None:
            yield say("no_symmetry")
        ends = found.ends.total()
        decided = graph.looked_at - found.chances - ends
        values = {"decisions": decided, "chances": found.chances, "ends": ends, "choices": len(graph.targets)}
        key = "kinds.symmetry" if symmetries is not None and symmetries.all else "kinds"
        yield say(key, **{name: number(value) for name, value in values.items()})
        yield self._games(say)

    def _games(self, say: Any) -> str:
        graph = self.found.graph
        shortest, longest, games = graph.shortest(), graph.longest(), graph.games()
        if not self.found.ends:
            return str(say("none_ended"))
        if longest is None or games is None:
            return str(say("again", shortest=shortest))
        if not self.is_whole:
            return str(say("lengths", shortest=shortest, longest=longest))
        return str(say("games", games=number(games), shortest=shortest, longest=longest))

    def _ends(self, language: str) -> Iterator[str]:
        for name, count in self.found.ends.most_common():
            ending = next(ending for ending in self.game.info.endings if ending.name == name)
            key = "ending.played_out" if name.endswith(".end") else "ending.nameless"
            told = ending_text(self.game, ending, language) or message(language, key, name=name)
            yield f"{number(count):>10}  {told}"

    def _wins(self, say: Any, language: str) -> Iterator[str]:
        found = self.found
        won = (
            say("win", name=self.game.seat_name(seat, language), count=number(found.wins[seat]))
            for seat in self.game.players
        )
        told = say("wins", wins=message(language, "list").join(won), draws=number(found.draws))
        yield "  " + told + (say("shared", shared=number(found.shared)) if found.shared else "")

    def _promises(self, say: Any, language: str) -> Iterator[str]:
        from hoyle.runtime.verification.report import told

        found, promises = self.found, len(self.game.info.promises)
        if not found.failures:
            key = "no_promises" if not promises else "kept" if self.is_whole else "kept.so_far"
            yield say(key, promises=promises)
            if found.laws:
                yield say("laws", laws=len(found.laws))
            return
        count = len(found.failures)
        yield say("broken.one" if count == 1 else "broken", count=count)
        for broken in found.failures:
            failure = found.failure(broken, language)
            yield from ("", *told(failure, self.mode, self._replaying(failure), language))
            if found.counts[broken] > 1:
                yield say("traps" if broken[0] == "end" else "times", count=number(found.counts[broken]))

    def _replaying(self, failure: Failure) -> str:
        return replaying(failure, self.game, self.path, kept("explore", str(self.path)), self.mode)

    def _unreached(self, say: Any) -> Iterator[str]:
        unreached = self.found.unreached()
        if not unreached:
            return
        yield from ("", say("unreached" if self.is_whole else "unreached.so_far"))
        kinds: dict[str, Sequence[str]] = {
            "requirements": unreached.requirements,
            "actions": unreached.actions,
            "decisions": unreached.decisions,
            "endings": unreached.endings,
        }
        for kind, names in kinds.items():
            if names:
                yield say(f"unreached.{kind}", names=", ".join(names))

    def stopped_lines(self, language: str, going_on: str | None) -> Iterator[str]:
        """Why not everything was looked at, and what goes on."""
        values = {"states": number(self.found.states), "waiting": number(len(self.found.waiting))}
        yield message(language, f"explore.stopped.{self.stopped}", depth=self.depth, memory=self.memory, **values)
        if going_on is not None:
            yield message(language, "explore.go_on", command=going_on)

    # -------------------------------------------------------------------------------------------- JSON

    def to_dict(self, checkpoint: Path | None) -> dict[str, Any]:
        """Everything, for programs. checkpoint: the file to go on with."""
        found, graph, unreached = self.found, self.found.graph, self.found.unreached()
        symmetries = None if found.symmetries is None else [symmetry.name for symmetry in found.symmetries.all]
        return {
            "game": self.game.name,
            "players": len(self.game.deciding),
            "variants": list(self.game.variants),
            "options": dict(self.game.options),
            "identity": self.game.identity,
            "complete": self.is_whole,
            "stopped": self.stopped,
            "checkpoint": None if checkpoint is None else str(checkpoint),
            "states": found.represented,
            "followed": found.states,
            "waiting": len(found.waiting),
            "symmetries": symmetries,
            "by_depth": graph.sizes(),
            "choices": len(graph.targets),
            "chances": found.chances,
            "games": graph.games() if self.is_whole else None,
            "shortest": graph.shortest(),
            "longest": graph.longest(),
            "ends": dict(found.ends),
            "wins": {seat: found.wins[seat] for seat in self.game.players},
            "draws": found.draws,
            "shared": found.shared,
            "promises": [promise.name for promise in self.game.info.promises],
            "laws": [law.name for law in found.laws],
            "failures": [self._failure(key, found.failure(key)) for key in found.failures],
            "unreached": {
                "requirements": list(unreached.requirements),
                "actions": list(unreached.actions),
                "decisions": list(unreached.decisions),
                "endings": list(unreached.endings),
            },
        }

    def _failure(self, key: tuple[str, str], failure: Failure) -> dict[str, Any]:
        return {
            "kind": failure.kind,
            "name": failure.name,
            "clauses": list(failure.cites),
            "file": failure.file,
            "line": failure.line,
            "source": failure.source,
            "what": failure.what,
            "times": self.found.counts[key],
            "moves": [
                {"who": who, "move": notation, "said": said}
                for (who, notation), said in zip(failure.lines, failure.said, strict=True)
            ],
            "values": dict(failure.values),
            "changes": [{"field": name, "before": str(a), "after": str(b)} for name, a, b in failure.changes()],
            "replay": self._replaying(failure),
        }
