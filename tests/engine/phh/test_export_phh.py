"""`manage.py export-phh`: stored hands leave in a format that `replay` reads."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from engine.hand import codec
from engine.phh import phh, phh_play
from tables.models import HandEvent, HandRecord, Table
from tournament.models import Tournament

HANDS = Path(__file__).resolve().parents[2] / "hands"
NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture
def stored():
    """The two charity hands, as a tablet would have stored them."""
    tournament = Tournament.objects.create(
        code="NIGHT1",
        name="Night",
        preset="charity",
        rulebook="charity",
        game="nlhe",
        structure={},
        seed="1",
        created_at=NOW,
    )
    table = Table.objects.create(tournament=tournament, number=3, seats=9)
    for written in phh.read((HANDS / "charity.phhs").read_text()):
        outcome = phh_play.play(written)
        store(table, int(written.name), outcome.story)
    return tournament


def store(table, number, story):
    players = [{"seat": seat, "name": f"Player {seat}"} for seat in (1, 2, 3)]
    record = HandRecord.objects.create(
        table=table, number=number, level="1", players=players, started_at=NOW
    )
    for at, event in enumerate(story):
        HandEvent.objects.create(
            hand=record,
            table=table,
            version=100 * number + at,
            index=0,
            data=codec.write_event(event),
            by="dealer",
            at=NOW,
            hash="",
        )


def export(*wanted):
    out = StringIO()
    call_command("export-phh", *map(str, wanted), stdout=out)
    return out.getvalue()


def test_one_hand_is_exported_with_the_names_of_its_players(stored):
    text = export("NIGHT1", "--table", 3, "--hand", 1)
    (written,) = phh.read(text)
    assert '"Player 2"' in text
    assert written.rulebook == "charity"
    assert phh_play.play(written).stacks == (1100, 900, 1000)


def test_all_hands_go_into_one_file(stored, tmp_path):
    path = tmp_path / "night.phhs"
    assert export("NIGHT1", "--output", path) == ""
    assert [written.name for written in phh.read(path.read_text())] == [1, 2]


@pytest.mark.parametrize("wanted", [("OTHER",), ("NIGHT1", "--hand", 9), ("NIGHT1", "--table", 1)])
def test_what_is_not_stored_cannot_be_exported(stored, wanted):
    with pytest.raises(CommandError, match=r"no such hand|no tournament"):
        export(*wanted)
