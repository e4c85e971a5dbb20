"""A house among others: results it signs, results of others that it follows, and one ranking of them all."""
