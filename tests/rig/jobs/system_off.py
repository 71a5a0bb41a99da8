"""The guest switches itself off in good order. No answer is waited for: it might come too late."""

from guest import systemd

systemd.run("systemctl", "--no-block", "poweroff")
