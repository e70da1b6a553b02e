"""Socket addresses of tables, tablets and the console."""

from tables import consumers
from tournament.live.routing import socket

websocket_urlpatterns = [
    socket("ws/t/<slug:code>/standings/", consumers.leaderboard),
    socket("ws/me/<str:token>/", consumers.mine),
    socket("ws/me/<str:token>/clock/", consumers.my_clock),
    socket("ws/me/<str:token>/word/", consumers.my_word),
    socket("ws/t/<slug:code>/feed/", consumers.feed),
    socket("ws/t/<slug:code>/word/", consumers.word),
    socket("ws/t/<slug:code>/seating/", consumers.seats),
    socket("ws/t/<slug:code>/moves/", consumers.moves),
    socket("ws/t/<slug:code>/prizes/", consumers.prizes),
    socket("ws/t/<slug:code>/console/", consumers.console),
    socket("ws/t/<slug:code>/tables/<int:number>/", consumers.table),
    socket("ws/t/<slug:code>/tables/<int:number>/tablet/", consumers.tablet),
    socket("ws/t/<slug:code>/tables/<int:number>/floor/", consumers.floor),
]
