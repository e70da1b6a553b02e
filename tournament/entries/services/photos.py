"""Keep a player's photograph: cut square, made small, and without what the camera wrote into it."""

from datetime import datetime
from io import BytesIO
from threading import Semaphore

from django.db import transaction
from PIL import Image, ImageOps

from engine.refusal import Refused
from tournament.entries.services import players
from tournament.models import Photo, Player
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

MOST_BYTES = 12_000_000
# A JPEG can be read small; of other kinds every pixel is in memory at once.
MOST_PIXELS = {"JPEG": 60_000_000, "PNG": 16_000_000, "WEBP": 16_000_000}
SIDE = 320
KINDS = tuple(MOST_PIXELS)
FEW_AT_ONCE = Semaphore(2)


def square(data: bytes) -> bytes:
    """The middle of a picture as a small JPEG, or a refusal in words."""
    if len(data) > MOST_BYTES:
        raise Refused(f"A photograph can have at most {MOST_BYTES // 1_000_000} MB.")
    try:
        with FEW_AT_ONCE, Image.open(BytesIO(data), formats=KINDS) as picture:
            if picture.width * picture.height > MOST_PIXELS[str(picture.format)]:
                raise Refused("The photograph is too large: use one with fewer pixels.")
            picture.draft("RGB", (2 * SIDE, 2 * SIDE))  # a JPEG is read no larger than it is needed
            upright = ImageOps.exif_transpose(picture).convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Refused("This photograph cannot be read: choose a JPEG, PNG or WebP.") from None
    out = BytesIO()
    ImageOps.fit(upright, (SIDE, SIDE)).save(out, "JPEG", quality=85)
    return out.getvalue()


def keep(data: bytes, *, tournament_id: int, player_id: int, actor: Actor, now: datetime) -> Photo:
    """Keep this photograph of a player, in place of any earlier one.

    It is read before anything is locked: the hall's writers wait for no picture.
    """
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    return _keep(square(data), tournament_id, player_id, actor=actor, now=now)


@transaction.atomic
def _keep(jpeg: bytes, tournament_id: int, player_id: int, *, actor: Actor, now: datetime) -> Photo:
    player = players.locked(player_id, tournament_id, actor)
    kept, _ = Photo.objects.update_or_create(
        player=player, defaults={"jpeg": jpeg, "at": now, "by": actor.name}
    )
    _tell(actor, "player.photographed", tournament_id, player, now)
    return kept


@transaction.atomic
def remove(*, tournament_id: int, player_id: int, actor: Actor, now: datetime) -> None:
    """Forget a photograph, as its player may ask for."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    player = players.locked(player_id, tournament_id, actor)
    gone, _ = Photo.objects.filter(player=player).delete()
    if gone:
        _tell(actor, "player.photo_removed", tournament_id, player, now)


def _tell(actor: Actor, name: str, tournament_id: int, player: Player, now: datetime) -> None:
    journal.write(actor, name, tournament_id=tournament_id, at=now, player=player.name)
