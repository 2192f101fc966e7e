"""Labelled text and where it comes from."""
