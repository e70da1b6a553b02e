"""Places, prizes, who is paid, what is given; leagues."""
