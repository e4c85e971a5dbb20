"""The floor's phone: decide, time, training."""
