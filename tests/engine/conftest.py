"""Properties are judged by what they find, not by how fast a busy machine finds it.

The examples are the same in every run: a failure is the work of the change before it.
"""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None, derandomize=True)
settings.load_profile("unhurried")
