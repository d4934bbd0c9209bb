"""What the README shows is so: the rules it quotes, the refusal, the rule to change, the commands."""

import re
from pathlib import Path

from terminal import call

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """The quoted blocks of a language; "" for those without one."""
    quoted = re.split(r"^```", README, flags=re.MULTILINE)[1::2]
    return [text for name, _, text in (block.partition("\n") for block in quoted) if name == language]


def test_the_quoted_game_is_the_shipped_one() -> None:
    (quoted,) = blocks("hoyle")
    shipped = (ROOT / "games/nim/nim.hoyle").read_text("utf-8")
    assert _words(shipped).startswith(_words(quoted))


def _words(text: str) -> str:
    """A text without its layout."""
    return " ".join(text.split())


def test_the_quoted_refusal_is_what_is_said(tmp_path: Path) -> None:
    quoted = next(block for block in blocks("") if block.startswith("Player 1> "))
    typed = quoted.splitlines()[0].removeprefix("Player 1> ") + "\n"
    said = call("play", "nim", "--seed", "1", "--seat", "player_1=human", typed=typed, home=tmp_path)
    assert quoted in said.out


def test_the_rule_to_change_is_there_and_changes_the_game(tmp_path: Path) -> None:
    rules = ROOT / "games/kumata/kumata.hoyle"
    text = rules.read_text("utf-8")
    (line,) = re.findall(r"^define matches.*$", text, re.MULTILINE)
    assert line.count(" or c.value == 0") == 1
    changed = tmp_path / "kumata.hoyle"
    changed.write_text(text.replace(line, line.replace(" or c.value == 0", "")), "utf-8")
    ways = [call("play", str(path), "--seed", "1", "--players", "2").out for path in (rules, changed)]
    assert ways[0] != ways[1]


def test_every_command_is_named_and_every_named_command_is_there() -> None:
    listed = set(re.findall(r"^  (\w+)  ", call("--help").out.partition("Commands:")[2], re.MULTILINE))
    named = set(re.findall(r"^\| `hoyle (\w+)", README, re.MULTILINE))
    assert named == listed


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
