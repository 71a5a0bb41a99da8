"""What draws the unit and checks the drawings: circuits, schematics, board, printed parts.

It reads `schematics/` and the firmware's board files, and nothing on the unit needs it.
"""
