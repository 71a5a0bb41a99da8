"""The rig's PWM chip: a kernel module of its own, built when a test first wants it.

Not one of the rig's parts: those stay as they are when it changes.
"""

from __future__ import annotations

import shutil

from rig import build, cache

NAME = "pwm-sim.ko"


def pwm_module() -> bytes:
    """The module for the rig's kernel. CannotBuildError without network or compiler."""
    parts = cache.parts()
    made_of = [cache.STEPS / name for name in ("common.sh", "pwm.sh", "pwm-sim.c")]
    folder = parts.root / f"pwm-{cache.digest(made_of, parts.kernel.name)}"
    if not folder.is_dir():
        if packages := build.absent():
            msg = f"the PWM module is built with these Debian packages: {' '.join(packages)}"
            raise build.CannotBuildError(msg)
        build.make(folder, lambda out: build.step("pwm", out, KERNEL=str(parts.kernel)))
        shutil.rmtree(parts.root / "apt", ignore_errors=True)
    return (folder / NAME).read_bytes()
