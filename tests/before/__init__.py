"""Attacks as they went through before there was a guard: played in a copy of the code of that day, never in this one."""
