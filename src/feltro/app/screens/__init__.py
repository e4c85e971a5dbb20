"""What the televisions of the room show, and the pictures and messages on them."""
