"""What the console says about sessions: one has ended, or the next is to be drawn."""

from django.urls import reverse

from engine.lifecycle import TournamentState
from tables.console.queries.to_do import Press, ToDo
from tournament.models import Tournament
from tournament.setup.queries import sessions


def queue(tournament: Tournament) -> list[ToDo]:
    """The next step from session to session; nothing where the tournament is played in one go."""
    if tournament.session_id is None:
        return []
    if tournament.state == TournamentState.BETWEEN:
        return _next(tournament)
    return _ended(tournament) if goes_on(tournament) else []


def goes_on(tournament: Tournament) -> bool:
    """Whether the session whose play has ended sends players on, instead of deciding."""
    session = tournament.session
    if session is None or session.advances_to_id is None:
        return False
    return sessions.is_stopped(tournament)


def _ended(tournament: Tournament) -> list[ToDo]:
    title = tournament.session.title if tournament.session else ""
    return [
        ToDo(
            kind="info",
            text=f"{title}: no more hands",
            detail="After the last hands, settle ties and enter the qualifiers.",
            link=reverse("sessions", kwargs={"code": tournament.code}),
        )
    ]


def _next(tournament: Tournament) -> list[ToDo]:
    following = sessions.next_up(tournament)
    if following is None:
        return []
    entered = following.entries.filter(withdrawn_at__isnull=True).count()
    return [
        ToDo(
            kind="info",
            text=f"Next: {following.title}, {entered} players",
            detail="Draw its seats when everybody is checked in.",
            form=Press(
                url=reverse("draw-seats", kwargs={"code": tournament.code}),
                label="Draw seats",
            ),
        )
    ]
