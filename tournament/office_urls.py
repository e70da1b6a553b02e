"""Pages of the office: what is offered, on which conditions, by whose licence; incidents."""

from django.urls import path

from tournament.views.office import incidents, licence
from tournament.views.setup import conditions, setup, structure_files

urlpatterns = [
    path("t/<slug:code>/setup/", setup.page, name="setup"),
    path("t/<slug:code>/setup/check/", setup.check, name="setup-check"),
    path("t/<slug:code>/setup/preset/", setup.take_preset, name="setup-preset"),
    path("t/<slug:code>/setup/structure.json", structure_files.download, name="structure-file"),
    path("t/<slug:code>/setup/file/", structure_files.take, name="setup-file"),
    path("tournaments/new/file/", structure_files.new, name="tournament-from-file"),
    path("t/<slug:code>/conditions/", conditions.public, name="public-conditions"),
    path("t/<slug:code>/conditions/edit/", conditions.page, name="conditions"),
    path("t/<slug:code>/conditions/paper/", conditions.paper, name="conditions-paper"),
    path("t/<slug:code>/licence/", licence.page, name="licence"),
    path("t/<slug:code>/licence/check/", licence.check, name="licence-check"),
    path("t/<slug:code>/licence/state/", licence.state, name="licence-state"),
    path("t/<slug:code>/licence/permit/", licence.permit, name="licence-permit"),
    path("t/<slug:code>/licence/adverts/", licence.advert, name="licence-advert"),
    path("t/<slug:code>/licence/posted/", licence.post_document, name="post-document"),
    path(
        "t/<slug:code>/licence/<int:addendum_id>/approve/", licence.approve, name="licence-approve"
    ),
    path("t/<slug:code>/incidents/", incidents.page, name="incidents"),
    path(
        "t/<slug:code>/incidents/<int:incident_id>/decide/",
        incidents.decide,
        name="incident-decide",
    ),
    path(
        "t/<slug:code>/incidents/<int:incident_id>/report/",
        incidents.report,
        name="incident-report",
    ),
    path(
        "t/<slug:code>/incidents/<int:incident_id>/close/", incidents.close, name="incident-close"
    ),
]
