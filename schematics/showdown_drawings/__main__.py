"""`python -m showdown_drawings`."""

from showdown_drawings.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
