"""The tests' settings on the database that is to be upgraded."""

import os

from tests import settings as usual
from tests.settings import *  # noqa: F403 (the tests' environment, then one setting of our own)

DATABASES = {"default": usual.database(os.environ["TO_UPGRADE"])}
