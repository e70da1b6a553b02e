"""Tables: seats, hands, chips and tablets, and the screens that show them.

May import tournament and the engine. `docs/architecture.md` has the rooms and the layers.
"""
