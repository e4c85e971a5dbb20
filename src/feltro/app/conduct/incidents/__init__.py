"""Files of incidents: opened, added to, closed, and read by the direction alone."""
