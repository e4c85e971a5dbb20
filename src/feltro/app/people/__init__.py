"""Who people are: kept in rows that can be erased, never in the log."""
