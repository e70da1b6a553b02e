"""What every operation of the API needs: who asks, what is refused and how, and plain fields."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, TypedDict, TypeVar
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Path, Router, Schema
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf
from pydantic import AfterValidator, Field, StringConstraints

from engine import cards
from tournament import http
from tournament.models import Entry, Tournament
from tournament.permissions import NOBODY, Actor, Forbidden, Permission, may_see, require
from tournament.queries import integrations, poster, tournaments
from tournament.services import trials

MOST = 2**31 - 1  # what a column of whole numbers holds


class Token(HttpBearer):
    """`Authorization: Bearer su_...`: a token speaks in its role, at its tournament."""

    def authenticate(self, request: HttpRequest, token: str) -> Actor | None:
        return integrations.actor_of(token)


class Person(APIKeyCookie):
    """Somebody signed in on the pages, with the X-CSRFToken of a form; may what he may there."""

    param_name = settings.SESSION_COOKIE_NAME

    def __init__(self) -> None:
        super().__init__(csrf=False)  # looked at below, after somebody is known

    def authenticate(self, request: HttpRequest, key: str | None) -> Actor | None:
        if not request.user.is_authenticated:
            return None
        if check_csrf(request):
            raise Forbidden("Send the X-CSRFToken that the pages carry, or use a token.")
        actor: Actor = request.actor  # type: ignore[attr-defined]  # given by tables/middleware.py
        return actor


class Signed(HttpRequest):
    """A request whose sender is known."""

    auth: Actor


class Done(Schema):
    """It was done; the words are those the page says."""

    done: bool = True
    words: str = ""


class Made(Done):
    """It was done, and this is what it is called from now on."""

    id: int


class Refusal(Schema):
    """It was not done, and why; the clause is that of the rulebook, where one forbids it."""

    why: str = Field(examples=["Call or fold: a short all-in does not reopen the betting."])
    clause: str = Field("", examples=["adelaide:47-6"])


REFUSED = dict.fromkeys((401, 403, 404, 409, 422), Refusal)
PUBLIC = dict.fromkeys((404, 422), Refusal)
AT = "/tournaments/{code}"


def _storable(words: str) -> str:
    if "\0" in words:
        raise ValueError("has a character in it that cannot be stored")
    return words


def _aware(moment: datetime) -> datetime:
    """A time that names no zone is the hall's."""
    return moment if moment.tzinfo else timezone.make_aware(moment)


_CLEAN = AfterValidator(_storable)
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=80), _CLEAN, Field(examples=["Ann"])
]
Line = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=300),
    _CLEAN,
    Field(examples=["Agreed with the floor"]),
]
Story = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=4000),
    _CLEAN,
    Field(examples=["As both players told it."]),
]
Count = Annotated[int, Field(ge=0, le=MOST, examples=[3])]
Chips = Annotated[int, Field(ge=0, le=10**12, examples=[5000])]
Cents = Annotated[int, Field(ge=0, le=10**11, examples=[11000], description="In cents.")]
Number = Annotated[int, Field(ge=1, le=MOST, examples=[1])]
EntryNumber = Annotated[int, Field(ge=1, le=MOST, examples=[1], description="The entry's number.")]
TableNumber = Annotated[int, Field(ge=1, le=10_000, examples=[1])]
SeatNumber = Annotated[int, Field(ge=0, le=1000, examples=[3])]
CommandId = Annotated[
    UUID,
    Field(
        examples=["8d1c7f5e-6b1a-4c58-9d52-0d5a3f3b9a11"],
        description="Of your own making; sent twice it counts once.",
    ),
]
Moment = Annotated[datetime, AfterValidator(_aware), Field(examples=["2027-03-05T19:30:00+10:30"])]
Cards = Annotated[str, Field(max_length=60, examples=["AsKd"], description="Rank and suit each.")]
Where = Annotated[int, Path(ge=0, le=MOST)]  # a number in an address


class Objection(Schema):
    """What speaks against it, and the clause that does."""

    field: str = ""
    why: str
    clause: str = ""


class Trial(Schema):
    """What the book has against it, and what would follow; nothing was kept."""

    doubts: list[Objection]
    facts: list[str]


def trial(outcome: trials.Outcome) -> Trial:
    """What came of trying something."""
    doubts = [Objection(field=d.field, why=d.why, clause=d.clause) for d in outcome.doubts]
    return Trial(doubts=doubts, facts=list(outcome.facts))


class Why(Schema):
    """The reason, as it stands in the journal."""

    reason: Line = ""


class Someone(Schema):
    """An entry."""

    entry: EntryNumber


class By(TypedDict):
    """Where, who and when: what every service of a whole tournament asks."""

    tournament_id: int
    actor: Actor
    now: datetime


def find(code: str) -> Tournament:
    """The tournament of an address."""
    if not (code.isascii() and code.isalnum()):
        raise Http404("There is no tournament with this code.")
    return tournaments.find(code)


def told(request: HttpRequest, code: str) -> Tournament:
    """The tournament of an address open to anybody; refused while it is not published."""
    return poster.told(find(code), actor_of(request))


def actor_of(request: HttpRequest) -> Actor:
    """Who asks without a token: somebody signed in here, a paired device, or nobody."""
    actor: Actor = getattr(request, "actor", NOBODY)
    return actor


def look(request: Signed, permission: Permission, tournament: Tournament) -> None:
    """Let those look who may do this here, and inspectors."""
    if not may_see(request.auth, permission, tournament.pk):
        require(request.auth, permission, tournament.pk)


def by(request: Signed, tournament: Tournament) -> By:
    """Who asks, at which tournament, now."""
    return {"tournament_id": tournament.pk, "actor": request.auth, "now": http.now()}


def entry_of(tournament: Tournament, number: int) -> Entry:
    """The entry with this number."""
    found: Entry = one_of(tournament.entries, "entry", number=number)
    return found


def one_of(among: Any, what: str, **which: int | str) -> Any:
    """The one that is meant, or a sentence that there is none."""
    found: QuerySet[Any] = among.all()
    try:
        return found.get(**which)
    except (ObjectDoesNotExist, OverflowError):
        raise Http404(f"There is no such {what}.") from None


def parse_cards(words: str) -> tuple[int, ...]:
    """Cards as they are written."""
    try:
        return cards.parse(words)
    except ValueError:
        raise http.Malformed("Write each card as rank and suit, such as Kd or Ts.") from None


Operation = TypeVar("Operation", bound=Callable[..., Any])


def action(
    router: Router, path: str, summary: str, *pages: str, answers: Any = Done
) -> Callable[[Operation], Operation]:
    """An operation that does what the named buttons of the pages do."""
    return router.post(
        path,
        response={200: answers, **REFUSED},
        summary=summary,
        openapi_extra={"x-pages": list(pages)},
    )


def picture(
    router: Router, path: str, summary: str, answers: Any = dict[str, Any]
) -> Callable[[Operation], Operation]:
    """An operation that only looks; one that answers None sends a file."""
    return router.get(path, response={200: answers, **REFUSED}, summary=summary)
