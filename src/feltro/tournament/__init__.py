"""The director: what a running tournament decides."""
