"""The tables of Kauri as the rules digest prints them (2.4 and 2.6), typed from there and not from the rule file."""

from __future__ import annotations

from attrs import frozen

# Region, s for the sea, v for the volcano, c for a city: neighbours. In the order of the digest.
_REGIONS = (
    "te_hiku s--: hokianga, whangarei",
    "hokianga s--: te_hiku, whangarei, kaipara",
    "whangarei s--: te_hiku, hokianga, kaipara",
    "kaipara s--: hokianga, whangarei, auckland, waikato",
    "auckland s-c: kaipara, waikato, coromandel",
    "waikato s--: kaipara, auckland, coromandel, waipa, kawhia",
    "coromandel s--: auckland, waikato, waipa, tauranga",
    "kawhia s--: waikato, waipa, king_country, taranaki",
    "waipa ---: waikato, coromandel, kawhia, tauranga, rotorua, taupo, king_country",
    "tauranga s--: coromandel, waipa, rotorua, whakatane",
    "taranaki s--: kawhia, king_country, whanganui",
    "king_country -v-: kawhia, waipa, taupo, taranaki, whanganui",
    "taupo -v-: waipa, rotorua, urewera, hawkes_bay, king_country",
    "rotorua ---: waipa, tauranga, whakatane, taupo, urewera",
    "whakatane s--: tauranga, rotorua, urewera, east_cape",
    "east_cape s--: whakatane, urewera, gisborne",
    "urewera ---: rotorua, whakatane, east_cape, gisborne, taupo, hawkes_bay",
    "gisborne s-c: east_cape, urewera, hawkes_bay",
    "whanganui sv-: king_country, taranaki, rangitikei, manawatu",
    "rangitikei -v-: whanganui, hawkes_bay, manawatu, tararua",
    "hawkes_bay sv-: urewera, gisborne, taupo, rangitikei, tararua, wairarapa",
    "manawatu s--: whanganui, rangitikei, tararua, wellington",
    "tararua ---: rangitikei, hawkes_bay, manawatu, wairarapa, wellington",
    "wairarapa s--: hawkes_bay, tararua, wellington",
    "wellington s-c: manawatu, tararua, wairarapa",
)

# Card, initiative: actions and their uses, joined by ET or OU.
_CARDS = (
    "k1 2: flood 2 ET flight 3",
    "k2 1: flood 3 OU flight 4",
    "k3 3: reforestation 1 ET flight 2",
    "k4 2: reserve 2 ET flight 1",
    "k5 4: reserve 2 OU magnetism 1",
    "k6 3: magnetism 1 ET reforestation 1",
    "k7 1: reforestation 2 OU reserve 2",
    "k8 4: flood 1 ET flight 3",
    "k9 1: acquire_legacy 1",
    "p1 3: great_migration 4 ET gathering 1",
    "p2 2: migration 2 ET sowing 1",
    "p3 3: reproduction 1 ET migration 2",
    "p4 1: rapid_reproduction 1",
    "p5 4: reproduction 2 OU gathering 1",
    "p6 1: plague 2 ET migration 2",
    "p7 2: aversion 1 OU sowing 2",
    "p8 4: aversion 1 ET migration 2",
    "p9 2: acquire_legacy 1",
    "e1 3: march 2 ET logging 2",
    "e2 2: march 1 ET logging 1",
    "e3 1: logging 1 OU possum_hunt 1",
    "e4 2: logging 1 OU march_of_conscience 1",
    "e5 3: march 2 OU possum_hunt 1",
    "e6 3: road_building 2 ET march 1",
    "e7 4: road_building 3 OU march 3",
    "e8 4: quartermaster 1 ET road_building 1",
    "e9 1: acquire_legacy 1",
    "m1 1: forced_march 3 OU hunting 1",
    "m2 2: trek 1 ET temple 1",
    "m3 1: forced_march 3 OU temple 1",
    "m4 3: drive_away 2 ET trek 2",
    "m5 2: trek 2 OU hunting 1",
    "m6 2: settlement 1 OU trek 2",
    "m7 2: trek 2 ET decision 1",
    "m8 3: drive_away 2 ET temple 1",
    "m9 1: acquire_legacy 1",
)

# Faction: slot and what happens once it is acquired ("-" for a lasting effect), in the order of the digest (2.8).
SLOTS = {
    "kiwi": ("eruption", "tsunami"),
    "maori": ("treaty", "spirit_power", "tani_oma_1", "tani_oma_2"),
    "english": ("immigration", "political_activity", "hms_queen_victoria", "possum_catcher"),
    "possum": ("fertility", "careless_traveller", "speed", "extra_cargo"),
}
PRIORITY = ("maori", "possum", "english", "kiwi")
FACTION = {"k": "kiwi", "p": "possum", "e": "english", "m": "maori"}


@frozen
class Card:
    """joint: "ET" or "OU" ("ET" if there is one action); uses: action and how often, in order."""

    initiative: int
    joint: str
    uses: dict[str, int]


def _card(text: str) -> Card:
    head, body = text.split(": ")
    joint = "OU" if " OU " in body else "ET"
    parts = [part.split(" ") for part in body.split(f" {joint} ")]
    return Card(int(head.split(" ")[1]), joint, {name: int(count) for name, count in parts})


CARDS = {text.split(" ")[0]: _card(text) for text in _CARDS}
BESIDE = {text.split(" ")[0]: tuple(text.split(": ")[1].split(", ")) for text in _REGIONS}
_MARKS = {text.split(" ")[0]: text.split(":")[0].split(" ")[1] for text in _REGIONS}
COAST = {region for region, marks in _MARKS.items() if "s" in marks}
RIM = {region for region, marks in _MARKS.items() if "v" in marks}
CITIES = [region for region, marks in _MARKS.items() if "c" in marks]

Border = tuple[str, str]


def border(a: str, b: str) -> Border:
    """Its two regions in alphabetical order (D-BORDERS)."""
    return (a, b) if a < b else (b, a)


BORDERS = sorted({border(a, b) for a in BESIDE for b in BESIDE[a]})
