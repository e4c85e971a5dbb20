"""Agreements on the prize money: what each stack is worth, who agrees, what stays for the champion."""
