"""An event before it exists: its structure, its prizes."""
