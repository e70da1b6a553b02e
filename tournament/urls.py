"""Pages of people, rulebooks and tournament-wide screens."""

from django.urls import path

from tournament.views import (
    accounts,
    desk,
    director,
    house,
    house_rules,
    inspector,
    placings,
    public,
    schedule,
    screens,
)

urlpatterns = [
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("password/", accounts.password, name="password"),
    path("house/", house.house_page, name="house"),
    path("house/logo/remove/", house.remove_logo, name="house-logo-remove"),
    path("house/logo/<slug:version>/", house.logo, name="house-logo"),
    path("house/<slug:version>.css", house.sheet, name="house-sheet"),
    path("rulebooks/", public.index, name="rulebooks"),
    path("rulebooks/<slug:book>/", public.rulebook, name="rulebook"),
    path("tournaments/new/", director.new, name="tournament-new"),
    path("t/<slug:code>/clock/", screens.clock, name="clock-screen"),
    path("t/<slug:code>/structure/", screens.structure_screen, name="structure-screen"),
    path("t/<slug:code>/entries/", desk.entries_page, name="entries"),
    path("t/<slug:code>/entries/list/", desk.register_list, name="entries-list"),
    path("t/<slug:code>/entries/<int:number>/withdraw/", desk.withdraw, name="entry-withdraw"),
    path("t/<slug:code>/staff/", director.staff_page, name="staff"),
    path("t/<slug:code>/staff/<int:staff_id>/dismiss/", director.dismiss, name="staff-dismiss"),
    path("t/<slug:code>/clock/act/", director.clock_act, name="clock-act"),
    path("t/<slug:code>/clock/sounds/", director.clock_sounds, name="clock-sounds"),
    path("t/<slug:code>/schedule/", schedule.schedule_page, name="schedule"),
    path("t/<slug:code>/house-rules/", house_rules.page, name="house-rules"),
    path("t/<slug:code>/rules/", house_rules.public, name="public-rules"),
    path("t/<slug:code>/duplicate/", schedule.duplicate, name="tournament-duplicate"),
    path("t/<slug:code>/cancel/", director.cancel, name="tournament-cancel"),
    path("t/<slug:code>/message/", director.message, name="tournament-message"),
    path("t/<slug:code>/places/", placings.page, name="placings"),
    path("t/<slug:code>/places/decide/", placings.decide, name="decide-places"),
    path(
        "t/<slug:code>/places/<int:decision_id>/withdraw/",
        placings.withdraw,
        name="withdraw-decision",
    ),
    path("t/<slug:code>/journal/", inspector.journal_page, name="journal"),
]
