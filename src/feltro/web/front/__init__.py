"""The first page: what is on tonight, for anybody."""
