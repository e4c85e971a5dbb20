"""What people did and what was ruled: kept rulings, incidents, the record of a person, penalties that travel."""
