"""Django's SQLite backend as a web server needs it: see base.py.

May import Django alone; settings name it.
"""
