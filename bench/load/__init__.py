"""Crowds, on this machine only and bounded: what a house does when many come at once. Run by `script/load`."""
