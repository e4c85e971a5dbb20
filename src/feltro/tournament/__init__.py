"""The director: one tournament, from its sheet to its last prize."""
