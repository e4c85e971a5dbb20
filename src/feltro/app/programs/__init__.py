"""Other programs: what they are told, and what they add to the house."""
