"""Pictures drawn for pushes: the same partial template the page itself starts with."""

from django.template.loader import render_to_string
from django.utils import timezone

from tournament.clock.queries import prize_clock
from tournament.clock.queries import structure as structure_queries
from tournament.live import fanout
from tournament.models import Tournament
from tournament.setup.queries import tournaments

# What a screen counts by itself: these change with every look and are no news.
COUNTED = {"seconds_left", "server_ms", "next_break_in"}


def clock(tournament_id: int) -> fanout.Drawn:
    """The clock screen."""
    tournament = Tournament.objects.select_related("clock").get(pk=tournament_id)
    picture = prize_clock.picture(tournament, now=timezone.now())
    heading = tournaments.heading(tournament)
    content = render_to_string("screens/_clock.html", {"clock": picture, "tournament": heading})
    stamp = repr([value for name, value in picture.items() if name not in COUNTED])
    return fanout.push(target="clock", version=picture["version"], content=content, stamp=stamp)


def structure(tournament_id: int) -> fanout.Drawn:
    """The structure screen: it moves with the clock and with every change of the schedule."""
    tournament = Tournament.objects.select_related("clock").get(pk=tournament_id)
    picture = structure_queries.picture(tournament, now=timezone.now())
    context = {"structure": picture, "tournament": tournaments.heading(tournament)}
    content = render_to_string("screens/_structure.html", context)
    return fanout.push(target="structure", version=picture["version"], content=content)


def levels(tournament_id: int) -> fanout.Drawn:
    """The same on a phone: a list among others."""
    tournament = Tournament.objects.select_related("clock").get(pk=tournament_id)
    picture = structure_queries.picture(tournament, now=timezone.now())
    content = render_to_string("public/_levels.html", {"structure": picture})
    return fanout.push(target="levels", version=picture["version"], content=content)
