"""What programs call: JSON in, JSON out, no cookies."""
