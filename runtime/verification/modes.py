"""The modes of a game: every variant with every number of players, and values of the options, each at least once."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from hoyle.runtime.game import Game
from hoyle.runtime.loader import find, folded, header_of, headers_in, load, player_counts
from hoyle.runtime.rulefiles import gather


@frozen
class Mode:
    """A way to play a game: how many people, which variants, and the options that are not as by default."""

    path: Path
    players: int
    variants: tuple[str, ...] = ()
    options: Mapping[str, str] = field(factory=dict)

    def load(self, *, debug: bool = True) -> Game:
        """The game in this mode. Errors as of `hoyle.runtime.load`."""
        return load(self.path, self.players, self.variants, self.options, debug)

    @property
    def arguments(self) -> list[str]:
        """What the command line is told to get this mode."""
        said = ["--players", str(self.players)]
        said += [part for name in self.variants for part in ("--variant", name)]
        return said + [part for name, value in self.options.items() for part in ("--option", f"{name}={value}")]

    def __str__(self) -> str:
        return ", ".join([f"{self.players}p", *self.variants, *(f"{n}={v}" for n, v in self.options.items())])


def modes(
    name_or_path: str | Path,
    players: int | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    seed: int | str = 0,
) -> list[Mode]:
    """The modes of a game, those first that have all options by default. What is given is not varied.

    The others together have every value of every option (of long ranges some), in combinations that the seed draws.
    Errors as of `hoyle.runtime.load`.
    """
    path, given = find(name_or_path), dict(options or {})
    chains = [tuple(variants)] if variants else [(), *((name,) for name in _variants_of(path))]
    plain: list[Mode] = []
    varied: list[Mode] = []
    for number, chain in enumerate(chains):
        counts = player_counts(path, chain)
        wanted = [count for count in counts if players in (None, count)]
        if not wanted and chain == chains[0] and players is not None:
            wanted = [players]  # for the loader to refuse
        if not wanted:
            continue
        plain += [Mode(path, count, chain, given) for count in wanted]
        if wanted[0] not in counts:
            continue
        rng = random.Random(f"{seed}/{number}")
        free = {name: list(texts) for name, texts in _values(path, chain, wanted[0]).items() if name not in given}
        varied += [
            Mode(path, wanted[place % len(wanted)], chain, given | chosen)
            for place, chosen in enumerate(_combinations(free, rng))
        ]
    return list({str(mode): mode for mode in [*plain, *varied]}.values())


def _combinations(values: Mapping[str, list[str]], rng: random.Random) -> Iterable[dict[str, str]]:
    """As few choices as have every value of every option; defaults, which come first, are left out."""
    orders = {name: rng.sample(texts, len(texts)) for name, texts in values.items()}
    for place in range(max((len(texts) for texts in values.values()), default=0)):
        chosen = {name: order[place % len(order)] for name, order in orders.items()}
        yield {name: text for name, text in chosen.items() if text != values[name][0]}


def _variants_of(path: Path) -> list[str]:
    """The variants that lie beside a game, those of its variants too."""
    header = header_of(path)
    if header is None or header.kind != "game":
        return []
    known, found = {folded(header.name)}, []
    beside = [h for h in headers_in(path.parent) if h.kind == "variant" and h.of is not None]
    while more := [h for h in beside if folded(str(h.of)) in known and h.name not in found]:
        found += [h.name for h in more]
        known |= {folded(h.name) for h in more}
    return found


def _values(path: Path, variants: tuple[str, ...], players: int) -> dict[str, tuple[str, ...]]:
    """The values of the options of a game with variants, those that the fewest players can have."""
    from hoyle.compiler.checking.program import option_values
    from hoyle.compiler.merge import merge
    from hoyle.dsl.diagnostics import Diagnostics

    files, diagnostics = gather(path, variants), Diagnostics()
    merged = merge(files.base, files.overlays, (), diagnostics)
    diagnostics.stop_on_errors()
    return option_values(merged, players)
