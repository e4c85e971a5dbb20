"""https that phones trust: the room's own authority, its certificate, the name `feltro.local`, and how to install it."""
