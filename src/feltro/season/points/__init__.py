"""Points: tables, and what a book makes of a finish."""
