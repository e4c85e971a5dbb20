"""Prizes, PIX, the cover of pools and business days: what of the money needs more than one stream."""
