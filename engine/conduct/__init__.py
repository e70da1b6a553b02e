"""How people behave at a table: time, absence, penalties, order, joining.

May import seating, equipment, clock and what lies below.
"""
