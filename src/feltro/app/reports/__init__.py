"""Statements for the office: closings, events, stages, seasons. Every figure knows the events that it comes from."""
