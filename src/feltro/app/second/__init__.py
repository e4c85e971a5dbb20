"""A second laptop: it follows the first, and somebody may take over on it."""
