"""The project's settings, with one page more: the floor under an action."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "bench.live.bare"
