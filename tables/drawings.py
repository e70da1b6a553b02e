"""A table's pictures, drawn for pushes with the same partials its pages start with."""

import json
from dataclasses import asdict, dataclass, replace

from django.core.serializers.json import DjangoJSONEncoder
from django.template.loader import render_to_string
from django.utils import timezone

from tables.conduct.queries import floor as floor_queries
from tables.console.queries import console as console_queries
from tables.console.queries import mine as mine_queries
from tables.equipment.queries import rotation
from tables.models import HandRecord, Table
from tables.play.queries import delayed, pictures
from tables.play.queries import tablet as tablet_queries
from tables.results.queries import standings
from tables.seating.queries import seating
from tournament.clock.queries import announcements
from tournament.clock.queries import clock as clock_queries
from tournament.live import fanout
from tournament.models import PersonalLink, Tournament
from tournament.models.statements import Statement
from tournament.setup.queries import tournaments


@dataclass(slots=True)
class Shown:
    """The tablet as the push after a command drew it: the answer to whoever sent the command."""

    content: str = ""
    mark: str = ""
    is_doubtful: bool = False

    def doubt(self) -> None:
        """More was done since, perhaps at this table."""
        self.is_doubtful = True


class Drawings:
    """One table's pictures; the rows are read once for all of them."""

    def __init__(self, table: Table, record: HandRecord | None = None) -> None:
        self.table = table
        self.heading = tournaments.heading(self.table.tournament)
        self.reading = pictures.Reading(self.table, record)

    def public(self) -> fanout.Drawn:
        """What everybody may see."""
        reading = self.reading
        if self.table.delay_minutes:
            reading = delayed.reading(self.table, now=timezone.now())
        picture = reading.screen(timezone.now())
        content = render_to_string(
            "screens/_table.html", {"table": picture, "tournament": self.heading}
        )
        said = replace(picture, closing=None, server_ms=0)  # but for the moment
        stamp = repr((said, self.table.closes_at))
        return fanout.push(
            target="table",
            version=reading.version,
            content=content,
            stamp=stamp,
            mark=_mark(self.table),
        )

    def tablet(self, refusal: dict[str, str] | None = None) -> str:
        """The tablet's fragment, with a refusal only its sender sees."""
        picture = tablet_queries.picture(self.reading, now=timezone.now(), refusal=refusal)
        context = {"tablet": picture, "tournament": self.heading}
        return render_to_string("dealer/_tablet.html", context)

    def dealer(self, shown: Shown | None = None) -> fanout.Drawn:
        """What the tablet shows; kept in `shown` for the answer to the command that made it."""
        content, mark = self.tablet(), _mark(self.table)
        if shown is not None:
            shown.content, shown.mark = content, mark
        return fanout.push(
            target="tablet", version=self.table.version, content=content, stamp=mark, mark=mark
        )


def stored(table_id: int, record: HandRecord | None = None) -> Drawings:
    """The pictures of a table as it is stored."""
    tables = Table.objects.select_related("tournament__clock")
    return Drawings(tables.get(pk=table_id), record)


def anew(table: Table, record: HandRecord | None = None) -> Drawings:
    """The same of a table that was changed just now."""
    return stored(table.pk, record)


def written(table: Table, record: HandRecord | None) -> Drawings:
    """The same from a row that was written a moment ago, unless table or clock went on since.

    Nothing was changed but the hand.
    """
    if glance(table.pk) == _mark(table):
        return Drawings(table, record)
    return stored(table.pk, record)


def _mark(table: Table) -> str:
    return f"{table.version}.{table.tournament.clock.version}"


def glance(table_id: int) -> str:
    """What changes with every command at a table and with every press of the clock."""
    version, clock = _VERSIONS.row(table_id)
    return f"{version}.{clock}"


_VERSIONS = Statement(
    lambda pk: Table.objects.filter(pk=pk).values_list("version", "tournament__clock__version"),
    keys=1,
)


def answer(table_id: int, shown: Shown) -> str:
    """The tablet as a command left it, drawn anew only where its push was not, or is old."""
    is_old = shown.is_doubtful and glance(table_id) != shown.mark
    return shown.content if shown.content and not is_old else stored(table_id).tablet()


def refused(table_id: int, refusal: dict[str, str]) -> str:
    """The tablet as it is, with the reason why the command was not carried out."""
    return stored(table_id).tablet(refusal)


def public_table(table_id: int) -> fanout.Drawn:
    """The table screen."""
    return stored(table_id).public()


def tablet(table_id: int) -> fanout.Drawn:
    """The dealer's tablet."""
    return stored(table_id).dealer()


def _tournament(tournament_id: int) -> Tournament:
    return Tournament.objects.select_related("clock", "chain").get(pk=tournament_id)


def mine(link_id: int) -> fanout.Drawn:
    """One entrant's own page."""
    links = PersonalLink.objects.select_related("entry__player", "entry__tournament__clock")
    picture = mine_queries.picture(links.get(pk=link_id), now=timezone.now())
    content = render_to_string("public/_mine.html", {"mine": picture})
    stamp = repr(replace(picture, version=0))
    return fanout.push(target="mine", version=picture.version, content=content, stamp=stamp)


def word(tournament_id: int) -> fanout.Drawn:
    """The announcement in front of everything, and a sign that screens are told something new."""
    said = announcements.picture(tournament_id, now=timezone.now())
    shows = rotation.fingerprint(tournament_id)
    content = render_to_string("live/_word.html", {"word": said, "shows": shows})
    stamp = repr([said.version, shows, [item.id for item in said.items]])
    return fanout.push(target="word", version=said.version, content=content, stamp=stamp)


def console(tournament_id: int, user_id: int | None = None) -> fanout.Drawn:
    """The console: the director's, or with a user's own tables first."""
    tournament = _tournament(tournament_id)
    picture = console_queries.picture(tournament, now=timezone.now(), user_id=user_id)
    context = {"console": picture, "tournament": tournaments.heading(tournament)}
    content = render_to_string("console/_console.html", context)
    return fanout.push(target="console", version=picture.version, content=content)


def floor(table_id: int) -> fanout.Drawn:
    """One table as the floor sees it."""
    table = Table.objects.select_related("tournament__clock", "tournament__chain").get(pk=table_id)
    picture = floor_queries.picture(table, now=timezone.now())
    context = {"floor": picture, "tournament": tournaments.heading(table.tournament)}
    content = render_to_string("console/_floor.html", context)
    return fanout.push(target="floor", version=picture.stamp, content=content)


def feed(tournament_id: int) -> fanout.Drawn:
    """Clock, standings and seats for other software, as JSON: the whole picture each time."""
    tournament = Tournament.objects.select_related("clock").get(pk=tournament_id)
    now = timezone.now()
    clock = clock_queries.picture(tournament, now=now)
    board = standings.picture(tournament, now=now)
    told = {
        "version": clock.version + board.version,
        "tournament": tournament.code,
        "state": tournament.state,
        "clock": asdict(clock),
        "standings": asdict(board),
        "seating": asdict(seating.picture(tournament, now=now)),
    }
    stamp = f"{clock.version}.{board.version}"
    return fanout.Drawn(stamp, json.dumps(told, cls=DjangoJSONEncoder))
