"""The guest switches itself off in good order; nobody waits for an answer, it might come too late."""

from guest import systemd

systemd.run("systemctl", "--no-block", "poweroff")
