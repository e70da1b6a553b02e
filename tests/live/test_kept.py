"""Parts of pages that are drawn once for the same values."""

from dataclasses import replace

import pytest
from django.template import Context, Template, TemplateSyntaxError

from tables.play.queries.pictures import Seat
from tournament.templatetags import kept

SEAT = Seat(seat=3, name="Ada", state="in", stack=12_500, cards=("??", "??"))
TAG = '{% load kept %}{% kept "tables/_oval_seat.html" seat=seat %}'


def drawn(seat: Seat) -> str:
    return Template(TAG).render(Context({"seat": seat, "name": "unseen"}))


def test_the_same_seat_is_drawn_once_and_any_change_of_it_anew(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept, "_drawn", {})
    first = drawn(SEAT)
    assert "Ada" in first
    assert "12,500" in first
    assert drawn(replace(SEAT)) == first
    assert len(kept._drawn) == 1
    assert "12,400" in drawn(replace(SEAT, stack=12_400))
    assert "is-to-act" in drawn(replace(SEAT, to_act=True))
    assert len(kept._drawn) == 3


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept, "_drawn", {})
    monkeypatch.setattr(kept, "MOST", 5)
    for stack in range(20):
        assert f">{stack}<" in drawn(replace(SEAT, stack=stack))
    assert len(kept._drawn) <= 5


@pytest.mark.parametrize("rest", ["", "seat", "seat=seat only"])
def test_a_part_that_sees_more_than_its_values_is_refused(rest: str):
    with pytest.raises(TemplateSyntaxError):
        Template(f'{{% load kept %}}{{% kept "tables/_oval_seat.html" {rest} %}}')
