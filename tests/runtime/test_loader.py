"""Finding games by name and path."""

from pathlib import Path

import pytest

from hoyle.runtime.loader import find, header_of, headers_in, shipped_games
from hoyle.runtime.problems import LoadError


@pytest.mark.parametrize("name", ["Kumata", "kumata", "KUMATA", "ku-mata"])
def test_case_and_hyphens_do_not_matter_in_names(name: str) -> None:
    assert find(name).name == "kumata.hoyle"


def test_a_name_is_that_of_the_header(tmp_path: Path) -> None:
    assert find("connect-four") == find("ConnectFour") == find("connect_four")
    assert {"ConnectFour", "Kumata", "Nim", "TicTacToe"} <= {header.name for header in shipped_games()}


def test_a_path_to_a_file_or_its_folder_is_a_game(tmp_path: Path) -> None:
    file = tmp_path / "other.hoyle"
    file.write_text('# remark\n\nhoyle 1\n# more\ngame Odd "An odd game"\nplayers 2\n')
    (tmp_path / "words.hoyle").write_text("words ja of Odd\n")
    (tmp_path / "more.hoyle").write_text("examples of Odd\n")
    (tmp_path / "nothing.hoyle").write_text("")
    assert find(str(file)) == find(tmp_path) == file
    assert [(h.kind, h.name, h.of) for h in headers_in(tmp_path)] == [
        ("examples", "Odd", "Odd"),
        ("game", "Odd", None),
        ("words", "ja", "Odd"),
    ]
    assert header_of(file) == headers_in(tmp_path)[1]


def test_a_folder_must_hold_one_game(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="holds no game"):
        find(tmp_path)
    for name in "ab":
        (tmp_path / f"{name}.hoyle").write_text(f"game {name.upper()}\n")
    with pytest.raises(LoadError, match="with 2 games: name one of its files"):
        find(tmp_path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kumta", "There is no game called kumta. Did you mean Kumata? Shipped are: "),
        ("", "There is no game called"),
        ("nothing.hoyle", "There is no file nothing.hoyle."),
        ("some/where", "There is no file some/where."),
    ],
)
def test_what_is_no_game_is_told(name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LoadError) as caught:
        find(name)
    assert said in str(caught.value)
