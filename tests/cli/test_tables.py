"""Teams, seats that do not decide, and boards that are too wide for a terminal."""

from pathlib import Path

from hoyle.runtime import load
from hoyle.runtime.chance import generator
from hoyle.runtime.records import load_record
from hoyle.runtime.simulate import simulate
from terminal import call

WIDE = """game Wide

players 1

type Cell: hexes(20, 3)

each Cell has:
    height: 0..99 = 17
    depth: 0..99 = 55

play:
    for you in players: must raise_it

action raise_it(c: Cell):
    c.height += 1
"""


def test_a_team_has_the_sum_of_its_members_totals() -> None:
    game, rng = load("kumata", variants=["alliance"]), generator("teams")
    state = game.new()
    while state.kind != "over":
        chance = state.kind == "chance"
        state.apply(state.sample_chance(rng) if chance else state.legal_moves()[0])
    totals = {seat: score.total for seat, score in state.scores().items()}
    sums = {team: sum(totals[seat] for seat in seats) for team, seats in game.teams.items()}
    assert state.team_totals() == sums and len(sums) == 2
    assert load("nim").new().team_totals() == {}


def test_the_team_that_won_is_named_with_its_total() -> None:
    out = call("play", "kumata", "--variant", "alliance", "--seed", "1").out
    assert "\nTeam a: 40\n" in out
    assert out.endswith("Team a wins: Player 1 and Player 3.\n")


def test_a_simulation_counts_teams_beside_its_object() -> None:
    result = simulate(load("kumata", variants=["alliance"]), 20, 1)
    assert sum(team.wins for team in result.teams) >= 20 - result.interrupted
    seats = {seat.name: seat for seat in result.seats}
    means = [seats["player_1"].mean_score, seats["player_3"].mean_score]
    assert result.teams[0].mean_score == sum(mean for mean in means if mean is not None)
    assert "teams" not in result.to_dict()
    assert "Team a" in call("simulate", "kumata", "--variant", "alliance", "-n", "3", "--seed", "1").out


def test_a_record_counts_people_and_names_other_seats_apart(tmp_path: Path) -> None:
    path = tmp_path / "automa.record"
    arguments = ("meerkat-kingdom", "--variant", "automa", "--players", "2", "--seed", "1")
    assert call("play", *arguments, "--record", str(path)).status == 0
    record = load_record(path)
    assert (record.players, record.plus) == (("player_1", "player_2"), ("automa",))
    assert call("replay", str(path)).status == 0
    assert call("play", "meerkat-kingdom", "--resume", str(path)).status == 0


def test_hexes_that_are_wider_than_a_terminal_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "wide.hoyle"
    path.write_text(WIDE, "utf-8")
    out = call("play", str(path), "--seed", "1").out
    assert "\n0: [0 H17 D55] [1 H17 D55]" in out
    assert max(map(len, out.splitlines())) <= 80


def test_saved_collections_between_pauses_are_readable() -> None:
    game = load("goofspiel")
    data = game.new().to_dict()
    assert data["continuation"]["game.source"] == {"value": list(range(1, 14))}
    assert game.from_dict(data) == game.new()
