"""For everybody: the tournament's pages, a player's own, hall screens, replays."""
