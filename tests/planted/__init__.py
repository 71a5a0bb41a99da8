"""Faults planted on purpose into copies of the drawings, and which check finds each."""
