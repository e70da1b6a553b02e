"""What a book says of the office: its desk, staff, licence, money, records and public papers.

Like every `law`, it stands below the rulebooks that fill it and imports none of them.
"""
