"""Where in the schedule play stands: a value with transitions that carry facts.

May import schedule, rulebooks and what lies below. The time comes in by the door.
"""
