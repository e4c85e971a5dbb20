"""Who may come in: users with a role, tokens for programs and devices, the link for the first one."""
