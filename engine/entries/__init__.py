"""Who may enter, buy, come late, leave and go on to the next session.

May import prizes, conduct, seating and what lies below.
"""
