"""How late a level change reaches a screen, beside what Celery and Redis alone take."""
