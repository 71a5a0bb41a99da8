"""The daemon: journal, links, sessions, and the showdown between them and the pins."""
