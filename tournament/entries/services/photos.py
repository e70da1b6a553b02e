"""Keep a player's photograph: cut square, made small, and without what the camera wrote into it."""

from datetime import datetime
from io import BytesIO

from django.db import transaction
from PIL import Image, ImageOps

from engine.refusal import Refused
from tournament.models import Photo, Player
from tournament.permissions import Actor, Permission, require
from tournament.records.services import journal

MOST_BYTES = 12_000_000
MOST_PIXELS = 60_000_000
SIDE = 320
KINDS = ("JPEG", "PNG", "WEBP")


def square(data: bytes) -> bytes:
    """The middle of a picture as a small JPEG, or a refusal in words."""
    if len(data) > MOST_BYTES:
        raise Refused(f"A photograph can have at most {MOST_BYTES // 1_000_000} MB.")
    try:
        with Image.open(BytesIO(data), formats=KINDS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise Refused("The photograph is too large: use one with fewer pixels.")
            upright = ImageOps.exif_transpose(picture).convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Refused("This photograph cannot be read: choose a JPEG, PNG or WebP.") from None
    out = BytesIO()
    ImageOps.fit(upright, (SIDE, SIDE)).save(out, "JPEG", quality=85)
    return out.getvalue()


@transaction.atomic
def keep(data: bytes, *, tournament_id: int, player_id: int, actor: Actor, now: datetime) -> Photo:
    """Keep this photograph of a player, in place of any earlier one."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    jpeg = square(data)
    player = _locked(player_id)
    kept, _ = Photo.objects.update_or_create(
        player=player, defaults={"jpeg": jpeg, "at": now, "by": actor.name}
    )
    _tell(actor, "player.photographed", tournament_id, player, now)
    return kept


@transaction.atomic
def remove(*, tournament_id: int, player_id: int, actor: Actor, now: datetime) -> None:
    """Forget a photograph, as its player may ask for."""
    require(actor, Permission.REGISTER_PLAYERS, tournament_id)
    player = _locked(player_id)
    gone, _ = Photo.objects.filter(player=player).delete()
    if gone:
        _tell(actor, "player.photo_removed", tournament_id, player, now)


def _locked(player_id: int) -> Player:
    player = Player.objects.select_for_update(no_key=True).filter(pk=player_id).first()
    if player is None or player.merged_into_id is not None:
        raise Refused("This player is no longer on the list. Reload the page.")
    return player


def _tell(actor: Actor, name: str, tournament_id: int, player: Player, now: datetime) -> None:
    journal.write(actor, name, tournament_id=tournament_id, at=now, player=player.name)
