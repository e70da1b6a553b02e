"""Pages about seats: arranging, moving, confirming, printing, finding."""

from django.urls import path

from tables.views.console import director, finding
from tables.views.floor import floor, seats

urlpatterns = [
    path("t/<slug:code>/seats/", seats.page, name="seats"),
    path("t/<slug:code>/seats/act/", seats.act, name="seats-act"),
    path("t/<slug:code>/seats/slips/", seats.slips, name="seat-slips"),
    path("t/<slug:code>/seats/check/", director.ask_for_seats, name="seat-check"),
    path("t/<slug:code>/seats/check/drop/", director.drop_seat_check, name="seat-check-drop"),
    path("t/<slug:code>/seats/money/", director.in_the_money, name="in-the-money"),
    path("t/<slug:code>/moves/back/", director.turn_back, name="turn-back"),
    path("t/<slug:code>/moves/arrived/", director.arrived, name="arrived"),
    path(
        "t/<slug:code>/moves/<int:order_id>/withdraw/",
        director.withdraw_order,
        name="withdraw-order",
    ),
    path("t/<slug:code>/seats/away/", director.confirm_absence, name="confirm-absence"),
    path("t/<slug:code>/final/", director.final_table, name="final-table"),
    path("t/<slug:code>/busts/<int:bust_id>/", seats.bust, name="bust"),
    path("t/<slug:code>/tables/<int:number>/floor/panel/", floor.panel, name="floor-panel"),
    path("t/<slug:code>/find/", finding.find, name="find"),
    path("t/<slug:code>/entries/<int:number>/menu/", finding.menu_of_player, name="player-menu"),
]
