"""The 4S league: no limit hold'em with a dead button."""
