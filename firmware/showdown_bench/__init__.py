"""The virtual unit: the daemon on mock pins, with robots at its paddles and a line to watch."""
