"""Pages of people, rulebooks and the whole tournament."""

from django.urls import path

from tournament import money_urls, office_urls
from tournament.views.console import director, planner
from tournament.views.desk import desk, entering, photos, players, tickets
from tournament.views.house import accounts, backups, connections, house
from tournament.views.office import inspector, staff
from tournament.views.prizes import placings
from tournament.views.public import calendars, draws, public
from tournament.views.setup import house_rules, schedule

urlpatterns = [
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("password/", accounts.password, name="password"),
    path("house/", house.house_page, name="house"),
    path("house/backups/", backups.page, name="backups"),
    path("house/logo/remove/", house.remove_logo, name="house-logo-remove"),
    path("house/logo/<slug:version>/", house.logo, name="house-logo"),
    path("house/<slug:version>.css", house.sheet, name="house-sheet"),
    path("rulebooks/", public.index, name="rulebooks"),
    path("rulebooks/compare/", public.compare, name="compare"),
    path("rulebooks/<slug:book>/", public.rulebook, name="rulebook"),
    path("tournaments/new/", director.new, name="tournament-new"),
    path("t/<slug:code>/draws/", draws.page, name="draws"),
    path("t/<slug:code>/draws/<int:draw_id>/cancel/", draws.cancel, name="draw-cancel"),
    path("me/<str:token>/draws/<int:draw_id>/", draws.mine, name="mine-draw"),
    path("me/<str:token>/draws/<int:draw_id>/word/", draws.add_word, name="mine-word"),
    path("t/<slug:code>/draws/decks/<int:number>/", draws.page, name="draws-decks"),
    path("t/<slug:code>/poster/", public.poster_page, name="poster"),
    path("t/<slug:code>/signs/", public.signs_page, name="signs"),
    path("t/<slug:code>/signs/<slug:kind>/", public.sign, name="sign"),
    path("t/<slug:code>/entries/", desk.entries_page, name="entries"),
    path("t/<slug:code>/entries/list/", desk.register_list, name="entries-list"),
    path("t/<slug:code>/entries/<int:number>/withdraw/", desk.withdraw, name="entry-withdraw"),
    path("t/<slug:code>/entries/<int:number>/here/", desk.check_in, name="entry-check-in"),
    path(
        "t/<slug:code>/entries/<int:number>/substitute/", desk.substitute, name="entry-substitute"
    ),
    path("t/<slug:code>/entries/file/", entering.import_page, name="entries-import"),
    path("t/<slug:code>/entries/players.csv", entering.players_file, name="players-file"),
    path("t/<slug:code>/entries/terms/", entering.terms, name="entry-terms"),
    path("t/<slug:code>/entries/refuse/", entering.turn_away, name="entry-refuse"),
    path("t/<slug:code>/entries/invite/", entering.invite, name="entry-invite"),
    path(
        "t/<slug:code>/entries/invite/<int:invitation_id>/withdraw/",
        entering.uninvite,
        name="entry-uninvite",
    ),
    path("t/<slug:code>/entries/wait/", entering.wait, name="alternate-wait"),
    path("t/<slug:code>/entries/call/", entering.call_alternate, name="alternate-call"),
    path(
        "t/<slug:code>/entries/wait/<int:waiting_id>/leave/",
        entering.leave_queue,
        name="alternate-leave",
    ),
    path("t/<slug:code>/people/", players.page, name="people"),
    path("t/<slug:code>/people/<int:player_id>/", players.player, name="person"),
    path("t/<slug:code>/people/<int:player_id>/photo/", photos.show, name="photo"),
    path("t/<slug:code>/people/<int:player_id>/photo/keep/", photos.keep, name="photo-keep"),
    path("t/<slug:code>/people/<int:player_id>/photo/remove/", photos.remove, name="photo-remove"),
    path("t/<slug:code>/people/<int:player_id>/bar/", players.bar, name="person-bar"),
    path("t/<slug:code>/people/<int:player_id>/unbar/", players.unbar, name="person-unbar"),
    path("t/<slug:code>/people/<int:player_id>/merge/", players.merge, name="person-merge"),
    path("t/<slug:code>/tickets/", tickets.page, name="tickets"),
    path("tickets/<slug:ticket>/", tickets.mine, name="my-ticket"),
    path("t/<slug:code>/tickets/void/", tickets.void, name="ticket-void"),
    path("t/<slug:code>/tickets/print/", tickets.printed, name="tickets-print"),
    path("t/<slug:code>/staff/declare/", staff.declare, name="staff-declare"),
    path("t/<slug:code>/staff/<int:staff_id>/dismiss/", staff.dismiss, name="staff-dismiss"),
    path("t/<slug:code>/staff/<int:staff_id>/attend/", staff.attend, name="staff-attend"),
    path("t/<slug:code>/clock/act/", director.clock_act, name="clock-act"),
    path("t/<slug:code>/clock/sounds/", director.clock_sounds, name="clock-sounds"),
    path("t/<slug:code>/schedule/", schedule.schedule_page, name="schedule"),
    path("calendar.ics", calendars.every, name="calendar"),
    path("t/<slug:code>/calendar.ics", calendars.one, name="tournament-calendar"),
    path("t/<slug:code>/connections/", connections.page, name="connections"),
    path("t/<slug:code>/connections/tokens/", connections.give_token, name="token-give"),
    path(
        "t/<slug:code>/connections/tokens/<int:token_id>/revoke/",
        connections.revoke_token,
        name="token-revoke",
    ),
    path("t/<slug:code>/connections/webhooks/", connections.add_webhook, name="webhook-add"),
    path(
        "t/<slug:code>/connections/webhooks/<int:webhook_id>/test/",
        connections.test_webhook,
        name="webhook-test",
    ),
    path(
        "t/<slug:code>/connections/deliveries/<int:delivery_id>/again/",
        connections.redeliver,
        name="webhook-redeliver",
    ),
    path(
        "t/<slug:code>/connections/webhooks/<int:webhook_id>/stop/",
        connections.stop_webhook,
        name="webhook-stop",
    ),
    path("t/<slug:code>/planner/", planner.page, name="planner"),
    path("t/<slug:code>/planner/use/", planner.use, name="planner-use"),
    path("t/<slug:code>/house-rules/", house_rules.page, name="house-rules"),
    path("t/<slug:code>/rules/", house_rules.public, name="public-rules"),
    path("t/<slug:code>/duplicate/", schedule.duplicate, name="tournament-duplicate"),
    path("t/<slug:code>/cancel/", director.cancel, name="tournament-cancel"),
    path("t/<slug:code>/message/", director.message, name="tournament-message"),
    path("t/<slug:code>/places/", placings.page, name="placings"),
    path("t/<slug:code>/places/decide/", placings.decide, name="decide-places"),
    path("t/<slug:code>/places/together/", placings.together, name="busts-together"),
    path(
        "t/<slug:code>/places/together/<int:mark_id>/withdraw/",
        placings.apart,
        name="busts-apart",
    ),
    path(
        "t/<slug:code>/places/<int:decision_id>/withdraw/",
        placings.withdraw,
        name="withdraw-decision",
    ),
    path("t/<slug:code>/journal/", inspector.journal_page, name="journal"),
    *money_urls.urlpatterns,
    *office_urls.urlpatterns,
]
