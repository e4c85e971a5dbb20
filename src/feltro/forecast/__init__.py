"""The pure field model behind the planner: a sheet and a field in, distributions out."""
