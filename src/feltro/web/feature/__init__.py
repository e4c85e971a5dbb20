"""The televised table: hands entered, listed and replayed; overlays and feeds for a stream; the director's word on the delay."""
