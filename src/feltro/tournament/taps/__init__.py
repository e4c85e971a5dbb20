"""Taps that waited at a table without a network: what arrived late, crossed something, or was refused."""
