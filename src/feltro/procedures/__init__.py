"""Rules of the room that several folders share: what a book says, without a tournament or a season."""
