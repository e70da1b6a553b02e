"""Every setting of the project. The environment is read here, once; `.env.example` explains it."""

import os
import re
import socket
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key
from tzlocal import get_localzone_name

from config import log
from config.machine import environment, local_redis

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
env = environment.read(BASE_DIR)

# Where this installation keeps what it makes: database, Redis data, secret key, static files.
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var"))).resolve()

# What its figures and its lines of the log are told apart by.
PROCESS = env.text("PROCESS", f"{socket.gethostname()}-{os.getpid()}")

# --- How it is run -------------------------------------------------------------------------------
PRODUCTION = env.is_on("PRODUCTION")
DEBUG = env.is_on("DEBUG")
# `make demo` says so: whoever opens it is its director, and its pages may frame each other.
DEMO = env.is_on("DEMO") and not PRODUCTION
TLS = env.is_on("TLS", default=PRODUCTION)
# Where `make run HALL=1` serves HTTPS, beside a plain port for devices that do not trust it yet.
TLS_PORT = env.text("TLS_PORT")
PLAIN_PORT = env.text("PLAIN_PORT")

EXAMPLE_SECRET = "write-a-long-random-text-here"
SECRET_FILE = VAR_DIR / "secret-key"


def secret_key() -> str:
    """The given key, else the one `make run` made; a lone command gets one that dies with it."""
    if given := env.text("SECRET_KEY"):
        return given
    return SECRET_FILE.read_text("ascii") if SECRET_FILE.is_file() else get_random_secret_key()


SECRET_KEY = secret_key()

# What signs the heads of the records: given, else made at the first start and kept in this file.
SIGNING_KEY = env.text("SIGNING_KEY")
if SIGNING_KEY and not re.fullmatch(r"[\w-]{43}=?", SIGNING_KEY, re.ASCII):
    raise ImproperlyConfigured("SIGNING_KEY must be 32 random bytes in base64, as for URLs.")
SIGNING_KEY_FILE = VAR_DIR / "signing-key"
# What was signed is also written here, outside the database: whoever rewrites that is noticed.
HEADS_DIR = Path(env.text("HEADS_DIR", str(VAR_DIR / "heads"))).resolve()

# A hall's addresses change with its Wi-Fi, so a laptop answers to any name. That gives a stranger's
# name nothing: cookies, the CSRF check and the socket check are all bound to the name used.
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") if PRODUCTION else env.words("ALLOWED_HOSTS", "*")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
# The address that the first director is told.
SITE_URL = env.text("SITE_URL", "http://localhost:8000/")
# What `make run` knows of itself: the front page as other devices of the network reach it.
OUTWARD_URL = env.text("OUTWARD_URL")


def refuse_unsafe_production() -> None:
    """Stop before the first request where a public server would be open to anyone."""
    if DEBUG:
        raise ImproperlyConfigured("PRODUCTION is on and so is DEBUG: set DEBUG=0.")
    if len(env.text("SECRET_KEY")) < 50 or EXAMPLE_SECRET in SECRET_KEY:
        raise ImproperlyConfigured(
            "PRODUCTION needs a SECRET_KEY of its own, 50 characters or more."
        )
    if not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS:
        raise ImproperlyConfigured("PRODUCTION needs ALLOWED_HOSTS: the names it is reached by.")


if PRODUCTION:
    refuse_unsafe_production()

# --- Parts ---------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "daphne",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "config",
    "engine",
    "tournament",
    "tables",
]

MIDDLEWARE = [
    "config.middleware.named",
    "config.middleware.counted",
    "tournament.api.http.api_problems",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.security_headers",
    "config.middleware.plain_http_only_to_build_trust",
    "config.middleware.StaticFiles",
    # Pages are compressed: Django adds a random length, and masks each form's token, so that the
    # size tells nothing about what is inside.
    "django.middleware.gzip.GZipMiddleware",
    "tournament.api.http.api_answers",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tables.middleware.who",
    "tables.records.inspections.noted",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.requests.AsTheHouseWrites",
    "tournament.requests.RefusalPage",
]

ROOT_URLCONF = "config.demo_urls" if DEMO else "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATE_LOADERS = ["config.templates.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": ["tournament.templatetags.hours"],
            "loaders": [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.context.house",
            ],
        },
    },
]

# --- Database ------------------------------------------------------------------------------------
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASE_URL = env.text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'shuffle-up.sqlite3'}")

# Writers queue at BEGIN instead of failing in the middle (config/sqlite), and readers never wait
# for them. Every commit reaches the disk (synchronous=FULL): a power cut costs no chips.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; "
        "PRAGMA mmap_size=134217728; PRAGMA cache_size=-4000; PRAGMA journal_size_limit=67108864;"
    ),
}

# Each request under ASGI has a thread of its own, so a pool keeps the connections, not threads.
# While PostgreSQL is away a page says so soon, before a health check gives up waiting for it. When
# it is back it is found within seconds: the pool does not wait longer and longer between attempts,
# keeps few idle connections, and looks at each before it lends it out.
POOL = {"min_size": 1, "max_size": 20, "timeout": 3, "reconnect_timeout": 2, "max_idle": 10}
POSTGRES_OPTIONS = {"pool": POOL} if env.is_on("POSTGRES_POOL", default=True) else {}


def database(url: str) -> dict[str, Any]:
    """Django's description of the database at this address."""
    found: dict[str, Any] = dict(dj_database_url.parse(url, conn_health_checks=True))
    is_sqlite = "sqlite" in found["ENGINE"]
    options = SQLITE_OPTIONS if is_sqlite else POSTGRES_OPTIONS
    found["ENGINE"] = "config.sqlite" if is_sqlite else found["ENGINE"]
    found["OPTIONS"] = {**found.get("OPTIONS", {}), **options}
    return found


DATABASES = {"default": database(DATABASE_URL)}

# Backups by themselves: how often (0: never) and where; docs/deploying.md says which are kept.
BACKUP_HOURS = float(env.text("BACKUP_HOURS", "6"))
BACKUP_DIR = Path(env.text("BACKUP_DIR", str(VAR_DIR / "backups"))).resolve()

# --- Redis: screens, tasks, cache ----------------------------------------------------------------
# Without a word: the server that `make run` keeps beside this database, or the usual address.
REDIS_URL = (
    env.text("REDIS_URL") or local_redis.url_noted(VAR_DIR / "redis") or "redis://127.0.0.1:6379/0"
)


def neighbour(url: str, step: int) -> str:
    """The same Redis server, `step` database numbers on."""
    parts = urlsplit(url)
    number = int(parts.path.strip("/") or 0) + step
    return urlunsplit(parts._replace(path=f"/{number}"))


CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "shuffle-up"},
    },
}
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": neighbour(REDIS_URL, 2),
        "KEY_PREFIX": "shuffle-up",
    },
}

CELERY_BROKER_URL = neighbour(REDIS_URL, 1)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A sweep that waited longer than a few seconds is no use: the next one does its work.
CELERY_BEAT_SCHEDULE = {
    "clocks": {
        "task": "tournament.tasks.advance_clocks",
        "schedule": 1.0,
        "options": {"expires": 5},
    },
    "times": {
        "task": "tables.tasks.expire_times",
        "schedule": 1.0,
        "options": {"expires": 5},
    },
    "tables": {
        "task": "tables.tasks.tidy_up",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "signatures": {
        "task": "tables.tasks.sign_heads",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "news": {
        "task": "tournament.tasks.tell_others",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    "backups": {
        "task": "tournament.tasks.keep_backups",
        "schedule": 60.0,  # and so the first one soon after the first start
        "options": {"expires": 60},
    },
    "forecast": {
        "task": "tables.tasks.foresee",
        "schedule": 30.0,
        "options": {"expires": 15},
    },
}
CELERY_BEAT_SCHEDULER = "config.health:Beat"

# --- People --------------------------------------------------------------------------------------
AUTH_USER_MODEL = "tournament.User"
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# --- Safety on the wire --------------------------------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = TLS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "SAMEORIGIN" if DEMO else "DENY"
# Only a public server promises HTTPS for ever: a hall laptop may be run without TLS tomorrow.
SECURE_SSL_REDIRECT = PRODUCTION and TLS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if PRODUCTION and TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE_HSTS_SECONDS > 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.is_on("BEHIND_PROXY") else None
# Who is at the door of a public server, for lock-outs: the proxy's last word, not the sender's.
BEHIND_PROXY = env.is_on("BEHIND_PROXY")
# Private networks that webhooks may reach, as 192.168.1.0/24: none unless the house says so.
WEBHOOK_NETWORKS = env.words("WEBHOOK_NETWORKS")

# --- Watching it: /metrics is for this machine, unless a token or a network opens it -------------
METRICS_TOKEN = env.text("METRICS_TOKEN")
METRICS_NETWORKS = env.words("METRICS_NETWORKS", "127.0.0.0/8", "::1/128")

# --- Language and time ---------------------------------------------------------------------------
LANGUAGE_CODE = "en-au"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("TIME_ZONE", get_localzone_name() or "UTC")

# --- Static files --------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static", ("docs", BASE_DIR / "docs" / "screens")]
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFilesStorage"},
}
MEDIA_ROOT = VAR_DIR / "media"


# --- Log: one line per fact, on standard error; faults also to SENTRY_DSN ------------------------
LOG_FORMAT = env.text("LOG_FORMAT", "lines")
SENTRY_DSN = env.text("SENTRY_DSN")
if LOG_FORMAT not in ("lines", "json"):
    raise ImproperlyConfigured(f"LOG_FORMAT must be lines or json, not {LOG_FORMAT}.")
REPORTS = {
    "reports": {
        "()": "config.error_reports.Handler",
        "filters": ["worth"],
        "dsn": SENTRY_DSN,
        "release": f"shuffle-up@{VERSION}",
        "process": PROCESS,
    }
}
if not SENTRY_DSN:
    REPORTS.clear()
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "worth": {"()": "django.utils.log.CallbackFilter", "callback": log.is_worth_a_line},
    },
    "formatters": {
        "lines": {"()": "config.log.Lines"},
        "json": {"()": "config.log.Json", "process": PROCESS},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["worth"],
        },
        **REPORTS,
    },
    # A refused tap is an answer, not a fault.
    "loggers": {"django.request": {"level": "ERROR"}},
    "root": {
        "handlers": ["console", *REPORTS],
        "level": env.text("LOG_LEVEL", "WARNING"),
    },
}
