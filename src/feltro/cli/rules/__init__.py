"""What the rulebooks say."""
