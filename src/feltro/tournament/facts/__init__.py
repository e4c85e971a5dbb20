"""What happened, as the log keeps it: data only. Every subject may apply any of these facts."""
