"""What lies on the map of Kauri, and who may go, build or work where: KA-4 to KA-9 of the digest, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, field

from kauri_tables import BESIDE, BORDERS, CITIES, Border, border

DEFAULTS: dict[str, object] = {
    "mulligan": False,
    "woodcutter_last": 6,
    "legacy_tokens": 4,
    "curse_costs_token": True,
    "era_advance_at_cap": "clamp",
    "displacement_chooser": "kiwi",
    "kiwis_per_kauri": "unlimited",
    "network_check": "destination",
    "conscience_catcher": "exactly_two",
    "immigration_event_clause": "placement",
    "plague_mode": "both",
    "temple_consumes_kauri": False,
    "temple_blocked_by_road": False,
}


def everywhere(number: int) -> dict[str, int]:
    return dict.fromkeys(BESIDE, number)


@define
class Board:
    """2.11 of the digest; figures are lists of regions, roads and floods sets of borders."""

    options: Mapping[str, object]
    kauri: dict[str, int] = field(factory=lambda: everywhere(1))
    kiwi: dict[str, int] = field(factory=lambda: everywhere(1))
    possum: dict[str, int] = field(factory=lambda: everywhere(0))
    whare: set[str] = field(factory=set)
    plague: set[str] = field(factory=set)
    road: set[Border] = field(factory=set)
    flood: set[Border] = field(factory=set)
    english: list[str] = field(factory=list)
    maori: list[str] = field(factory=list)
    awareness: int = 1
    english_kauri: int = 0
    english_possum: int = 0
    maori_kiwi: int = 0
    maori_possum: int = 0
    taken: set[str] = field(factory=set)
    cursed: set[str] = field(factory=set)

    # ------------------------------------------------------------------------------------- supplies (D-PIECES)

    def south_island(self) -> int:
        return 25 - sum(self.kauri.values()) - self.english_kauri

    def kiwi_supply(self) -> int:
        return 25 - sum(self.kiwi.values()) - self.maori_kiwi

    def possum_supply(self) -> int:
        return 40 - sum(self.possum.values()) - self.english_possum - self.maori_possum

    # ------------------------------------------------------------------------------------- state of affairs

    def rangers(self) -> bool:
        last = self.options["woodcutter_last"]
        assert isinstance(last, int)
        return self.awareness > last

    def signed(self) -> bool:
        return "treaty" in self.taken

    def figures(self, who: str) -> list[str]:
        return self.english if who == "english" else self.maori

    def has_road(self, region: str) -> bool:
        """KA-5.6: drowned or not."""
        return any(region in edge for edge in self.road)

    def touches_flood(self, region: str) -> bool:
        return any(region in edge for edge in self.flood)

    # ------------------------------------------------------------------------------------- movement

    def steps(self, region: str) -> list[str]:
        """KA-5.1, KA-6.1: over one border, if it is open."""
        return [other for other in BESIDE[region] if border(region, other) not in self.flood]

    def may_enter(self, who: str, region: str) -> bool:
        """KA-8.2, KA-8.3."""
        if region in self.plague and self.options["plague_mode"] in ("both", "entry"):
            return False
        if self.signed():
            return True
        if who == "english":
            return region not in self.maori and region not in self.whare
        return region not in CITIES and region not in self.english and not self.has_road(region)

    def network(self, region: str, barred: Iterable[str] = ()) -> set[str]:
        """KA-5.7, the origin included; regions that are barred are not passed (KA-A17)."""
        found, rim, closed = {region}, [region], set(barred)
        while rim:
            here = rim.pop()
            for other in self.steps(here):
                if border(here, other) in self.road and other not in found | closed:
                    found.add(other)
                    rim.append(other)
        return found

    def by_road(self, who: str, region: str) -> set[str]:
        """Where one movement of this figure leads by road (KA-5.8, KA-A17)."""
        if who == "maori" and not self.signed():
            return {region}
        by_path = self.options["network_check"] == "path"
        barred = [other for other in BESIDE if not self.may_enter(who, other)] if by_path else []
        return self.network(region, barred)

    def goals(self, who: str, region: str) -> list[str]:
        """Where a march, trek or forced march from here may end."""
        near = set(self.steps(region)) | self.by_road(who, region)
        return sorted(goal for goal in near - {region} if self.may_enter(who, goal))

    def may_work(self, who: str, region: str) -> bool:
        """KA-6.5, and the other reading of KA-A20."""
        plagued = region in self.plague
        if plagued and self.options["plague_mode"] in ("both", "work"):
            return False
        struck = plagued or self.touches_flood(region)
        strict = self.options["immigration_event_clause"] == "english_actions" and "immigration" in self.taken
        return not (strict and struck and who == "english")

    def buildable(self) -> list[Border]:
        """Borders for a road (D-ACTIONS)."""
        ends = {end for figure in self.english for end in self.network(figure) if self.may_work("english", end)}
        free = [edge for edge in BORDERS if edge not in self.road and edge not in self.flood]
        return [edge for edge in free if ends & set(edge)] if len(self.road) < 12 else []

    def temple_fits(self, region: str) -> bool:
        """KA-9.2."""
        alone = not self.kiwi[region] and not self.possum[region] and region not in self.english
        barred = bool(self.options["temple_blocked_by_road"]) and self.has_road(region)
        country = region not in CITIES and region not in self.whare
        return bool(self.kauri[region]) and alone and country and not barred and self.whare_fits(region)

    def settlement_fits(self, region: str) -> bool:
        """KA-9.3."""
        return self.signed() and region in CITIES and region not in self.whare and self.whare_fits(region)

    def whare_fits(self, region: str) -> bool:
        return len(self.whare) < 8 and self.may_work("maori", region)

    # ------------------------------------------------------------------------------------- score

    def components(self) -> dict[str, dict[str, int]]:
        """KA-13, by faction and by what pays."""
        settlements = sum(region in CITIES for region in self.whare)
        temple = 3 if "spirit_power" in self.taken else 2
        return {
            "kiwi": {"kiwis": sum(self.kiwi.values())},
            "possum": {"possums": sum(self.possum.values())},
            "english": {"timber": self.english_kauri, "pelts": self.english_possum},
            "maori": {
                "temples": temple * (len(self.whare) - settlements),
                "settlements": 2 * settlements,
                "hunted": self.maori_kiwi + self.maori_possum,
            },
        }

    def scores(self) -> dict[str, int]:
        return {who: sum(parts.values()) for who, parts in self.components().items()}
