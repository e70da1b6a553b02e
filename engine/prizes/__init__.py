"""Places and what they win: payouts, deals, clubs, leagues, donations.

May import conduct, seating and what lies below.
"""
