"""Penalties of a running event: given, served, carried on, and what being sent out means."""
