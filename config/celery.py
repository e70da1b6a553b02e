"""The Celery application: a worker for timetabled tasks, and the beat that keeps the timetable."""

import os
import warnings

from celery import Celery, signals
from celery.exceptions import SecurityWarning

from config import log

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # `make check` makes them, not every start

# Said to root because of pickled tasks; ours are JSON, and a container has only one user.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("shuffle-up")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["config"], related_name="health")
app.autodiscover_tasks(["config"], related_name="metrics")


@signals.task_prerun.connect
def task_is_named(task_id: str, **_: object) -> None:
    """Whatever is logged from now on in this thread belongs to this task."""
    log.request_id.set(task_id)
