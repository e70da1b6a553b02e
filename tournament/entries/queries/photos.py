"""Players' photographs: which there are, and one of them."""

from collections.abc import Iterable

from tournament.models import Photo, Player


def jpeg(player: Player) -> bytes | None:
    """The photograph of this player, if there is one."""
    found = Photo.objects.filter(player=player).first()
    return bytes(found.jpeg) if found else None


def among(players: Iterable[int]) -> set[int]:
    """Those of these players of whom there is a photograph."""
    return set(Photo.objects.filter(player__in=players).values_list("player", flat=True))
