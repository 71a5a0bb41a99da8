"""Fills the pours of a board file, its argument: for /usr/bin/python3, which has pcbnew."""

import sys

import pcbnew


def main(path: str) -> None:
    """Reads, fills, writes; the pour keeps its distance from what is in the file."""
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(path, board)


if __name__ == "__main__":
    main(sys.argv[1])
