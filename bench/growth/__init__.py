"""What one action and one page cost as the work grows."""
