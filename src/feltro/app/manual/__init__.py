"""The documentation as pages that ship with the house."""
