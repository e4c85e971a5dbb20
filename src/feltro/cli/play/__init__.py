"""Cards and chairs without a house."""
