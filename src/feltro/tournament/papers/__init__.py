"""Papers that are handed over: how often each was printed, so that a copy says that it is one."""
