"""Money, licence, staff, records and publicity, as the books ask for them.

May import entries, prizes and what lies below.
"""
