"""The floor under an action: what Django itself takes to lock, write and answer.

The same middleware, the same lock, and a row each for the command's id, the event and the state,
in the same server and the same database. Nothing is decided, looked up or drawn.
"""

from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_POST

import config.urls
from tables import locking
from tables.models import HandEvent, HandRecord
from tournament import requests
from tournament.models import CommandRecord


@require_POST
def bare(request: HttpRequest, table_id: int) -> HttpResponse:
    """Keep what was posted."""
    made, now = UUID(request.POST["command_id"]), requests.now()
    with transaction.atomic():
        table = locking.table(table_id)
        CommandRecord.objects.create(
            pk=made, tournament_id=table.tournament_id, kind="bare", said="0" * 64, at=now
        )
        table.version += 1
        HandEvent.objects.create(
            hand=HandRecord(pk=int(request.POST["hand"])),
            table=table,
            version=table.version,
            index=0,
            data=["called", 3, 25, False],
            by="bare",
            at=now,
            command_id=made,
            hash="0" * 64,
        )
        table.head = "0" * 64
        table.save(update_fields=["version", "head", "hand", "hand_number"])
    return HttpResponse("done")


handler404 = config.urls.handler404
urlpatterns = [path("bare/<int:table_id>/", bare), *config.urls.urlpatterns]
