"""The power cut in one state: `system_cut.py STATE`. Reports what the host was told until then.

Leaves two files on the disk beforehand, one synced and one not, to see whether what is not synced
is lost.
"""

import os
import sys
from pathlib import Path

from guest.power import cut
from guest.stage import Stage
from guest.words import report
from guest.writers import risings

(state,) = sys.argv[1:]
stage = Stage()
stage.reach(state)
if state == "launching":
    stage.wait_for(lambda: bool(stage.app.told), "the result at the host")
folder = Path("/var/lib/rig")
folder.mkdir()
with (folder / "synced").open("w") as file:
    file.write("kept\n")
    file.flush()
    os.fsync(file.fileno())
os.fsync(os.open(folder, os.O_RDONLY))
(folder / "not-synced").write_text("lost\n")
report(
    told=stage.app.told,
    before=stage.on(),
    launches=len(risings(stage.board.pins["launcher_power"].bcm)),
)
cut()
