"""Who may come in, and whose data is kept."""
