#!/bin/bash
# A disk with a whole Debian 13: systemd, udev and dbus as they come, and what Raspberry Pi OS Lite
# has of the package's dependencies, but not the package. KERNEL is the kernel step's result.
# Gives OUT/root.img.
. "$(dirname "$0")/common.sh"
HERE=$(cd "$(dirname "$0")" && pwd)
K=$(cat "$KERNEL/version")
R=$WORK/root
own_apt true

step "Debian 13"
mmdebstrap --mode=root --variant=minbase --include=systemd-sysv,udev,kmod,dbus,python3,adduser \
  --aptopt='Apt::Install-Recommends "false"' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  --quiet trixie "$R" "$APT/trixie.list"

step "modules and units"
D=$R/usr/lib/modules/$K
mkdir -p "$(dirname "$D")"
cp -r "$KERNEL/modules" "$D"
chroot "$R" depmod "$K"
# The simulated chips stand for what a Pi has at boot; the gadget's modules are the package's to load.
printf '%s\n' gpio-sim dummy_hcd >"$R/etc/modules-load.d/rig.conf"
: >"$R/etc/fstab"
U=$R/etc/systemd/system
mkdir -p "$R/usr/lib/rig"
install -m 644 "$HERE/../guest/system_agent.py" "$R/usr/lib/rig/agent.py"
cat >"$U/rig-agent.service" <<'S'
[Unit]
Description=Takes jobs from the host
After=multi-user.target
[Service]
RuntimeDirectory=rig
Environment=PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
ExecStart=/usr/bin/python3 -X faulthandler /usr/lib/rig/agent.py
StandardOutput=journal+console
StandardError=journal+console
KillMode=process
S
# What no unit has to do with; each costs up to a second of emulated time at boot.
for u in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer fstrim.timer \
  e2scrub_all.timer e2scrub_reap.service getty.target getty-static.service systemd-pcrphase.service \
  modprobe@drm.service modprobe@efi_pstore.service modprobe@fuse.service ldconfig.service \
  systemd-journal-catalog-update.service systemd-hwdb-update.service systemd-update-done.service \
  systemd-timesyncd.service sys-fs-fuse-connections.mount dev-hugepages.mount dev-mqueue.mount \
  systemd-random-seed.service systemd-udev-load-credentials.service systemd-logind.service \
  systemd-tmpfiles-setup-dev-early.service systemd-remount-fs.service systemd-pstore.service \
  systemd-hibernate-clear.service \
  proc-sys-fs-binfmt_misc.automount systemd-tmpfiles-clean.timer; do
  ln -sf /dev/null "$U/$u"
done
mkdir -p "$R/etc/systemd/journald.conf.d"
printf '[Journal]\nStorage=volatile\n' >"$R/etc/systemd/journald.conf.d/rig.conf"
rm -f "$R/usr/lib/udev/hwdb.bin"
echo rig >"$R/etc/hostname"
echo 00000000000000000000000000000001 >"$R/etc/machine-id"
# As Raspberry Pi OS has them: the groups, and GPIO and PWM for the group gpio.
chroot "$R" groupadd --system gpio
cat >"$R/usr/lib/udev/rules.d/99-com.rules" <<'S'
SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="pwm", PROGRAM="/bin/sh -c 'chgrp -R gpio /sys%p; chmod -R g=u /sys%p'"
S

step "disk"
mke2fs -q -t ext4 -m 0 -d "$R" "$OUT/root.img" 900M
chmod -R a+rX "$OUT"
step "system disk done"
