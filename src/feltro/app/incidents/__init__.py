"""A confidential file on what happened in the room: for the direction alone, and erasable."""
