"""How the product is put together and run: settings, addresses, sockets, health.

May import everything; only `config` itself, tests and benches import it.
"""

from config.celery import app as celery_app

__all__ = ["celery_app"]
