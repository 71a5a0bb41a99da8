"""The journal of this boot, and what has failed."""

from guest import systemd

print(systemd.run("systemctl", "--failed", "--no-legend", check=False))
print(systemd.journal())
