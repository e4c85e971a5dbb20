"""Who is out, when, by whom and in which place; bounties on their heads."""
