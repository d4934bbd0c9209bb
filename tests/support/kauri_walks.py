"""Ways through Kauri that meet what is rare: what was met least often so far is chosen most often."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from kauri_deeds import Ask

LEGACY_CARDS = ("play k9", "play p9", "play e9", "play m9")  # most of what is rare begins with one
GENERAL = {
    "curse": "a curse",
    "lift_curse": "a curse lifted",
    "repeat_card": "a card repeated",
    "campaign": "an awareness moved",
}
_PAIR = re.compile(r"choose\(([kpem]\d), ([kpem]\d)\)")


def kind(option: str) -> str:
    """What an answer is counted as: the card performed or repeated, the legacy, or the verb."""
    pair = _PAIR.fullmatch(option)
    if pair:
        return f"play {pair.group(1)}"
    if option.startswith(("acquire_legacy(", "curse(", "lift_curse(", "repeat_card(", "campaign(")):
        return option
    return option.partition("(")[0]


class Walk:
    """Answers at random, leaning to kinds that were met least; `met` counts the kinds."""

    def __init__(self, random: Random, leaning: float = 0.6) -> None:
        self.random = random
        self.leaning = leaning
        self.met: Counter[str] = Counter()

    def answer(self, ask: Ask) -> str:
        kinds = sorted({kind(option) for option in ask.options})
        self.met.update(f"offered {name}" for name in kinds)
        chosen = self.rarest(kinds)
        self.met[chosen] += 1
        self.met[GENERAL.get(chosen.partition("(")[0], "other")] += 1
        self.met[f"asked alone: {chosen}"] += len(ask.options) == 1
        return self.random.choice(sorted(option for option in ask.options if kind(option) == chosen))

    def rarest(self, kinds: list[str]) -> str:
        if "pass" in kinds and len(kinds) > 1:
            if self.random.random() < 0.12:
                return "pass"
            kinds = [name for name in kinds if name != "pass"]
        legacies = [name for name in kinds if name in LEGACY_CARDS]
        if legacies and self.random.random() < self.leaning:
            return self.random.choice(legacies)
        if self.random.random() < self.leaning:
            return min(kinds, key=lambda name: (self.met[name], self.random.random()))
        return self.random.choice(kinds)

    def card(self, cards: list[str]) -> str:
        """Cards that are drawn; those performed least come first."""
        if self.random.random() < self.leaning / 2:
            return min(cards, key=lambda card: (not card.endswith("9"), self.met[f"play {card}"], self.random.random()))
        return self.random.choice(cards)
