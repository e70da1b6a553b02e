"""The desk: chips sold and money taken."""
