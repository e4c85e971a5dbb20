"""The event log: bytes and versions."""
