"""Pages for the world: the same to everybody, kept ready, and written as plain files by `feltro publish`."""
