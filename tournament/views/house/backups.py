"""The house's director: which backups there are, and whether they can be restored."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engine.refusal import Refused
from tournament import requests
from tournament.house import backup_timetable
from tournament.house.queries import kept_backups
from tournament.permissions import Permission, require
from tournament.tasks import back_up, try_backup


@require_http_methods(["GET", "POST"])
def page(request: requests.Request) -> HttpResponse:
    """What the timetable has made; another one now, or a trial of one."""
    require(request.actor, Permission.FURNISH_HOUSE)
    if request.method == "POST":
        _carry_out(request)
        return redirect("backups")
    found = kept_backups.every()
    context = {
        "backups": found,
        "hours": f"{settings.BACKUP_HOURS:g}",
        "folder": kept_backups.folder(),
        "is_trying": any(backup.trial and backup.trial.is_running for backup in found),
    }
    return render(request, "console/backups.html", context)


def _carry_out(request: requests.Request) -> None:
    name = requests.text(request, "name")
    if not name:
        back_up.delay()
        messages.success(request, "Backup started. It appears here when it is complete.")
        return
    if kept_backups.find(name) is None:
        raise Refused("This backup no longer exists. Reload the page.")
    backup_timetable.note(name, now=requests.now())
    try_backup.delay(name)
    messages.success(request, "Test restore started. The result appears here.")
