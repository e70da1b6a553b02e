"""The project's settings on servers of the tests' own: they meet no running installation."""

import os

from tests import servers

os.environ.update(servers.environment())

from config.settings import *  # noqa: F403 (the environment comes first)
from config.settings import DATABASES, STORAGES

DATABASES["default"]["TEST"] = servers.test_database()

# Pages name their static files as they are written: tests need no collected copy of them, and
# must not look into the one that a served site's is made in.
STATIC_ROOT = servers.folder() / "no-static"
STATIC_ROOT.mkdir(exist_ok=True)
STORAGES["staticfiles"] = {
    "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WEBHOOK_NETWORKS = ["127.0.0.0/8"]  # where the tests' own receivers listen
