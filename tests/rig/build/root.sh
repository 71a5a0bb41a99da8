#!/bin/bash
# The guest's disk: Debian 13 with systemd, Python and the GPIO libraries; a tiny initrd; and the
# guest's Python for the host to compile jobs with. KERNEL is the kernel step's result.
# Gives OUT/root.img, OUT/initrd, OUT/python, OUT/versions.
. "$(dirname "$0")/common.sh"
HERE=$(cd "$(dirname "$0")" && pwd)
K=$(cat "$KERNEL/version")
R=$WORK/root
own_apt true

step "Debian 13"
mmdebstrap --mode=root --variant=minbase --include=systemd-sysv,udev,kmod,python3 \
  --aptopt='Apt::Install-Recommends "false"' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
  --quiet trixie "$R" "$APT/trixie.list"
PY=$(basename "$(readlink -f "$R/usr/bin/python3")") # python3.13
SITE=$R/usr/local/lib/$PY/dist-packages
mkdir -p "$SITE"

# PyPI has no wheel of lgpio for Python 3.13 (pip would take the empty 0.0.0.2), and Debian 13 has
# no python3-lgpio. swig 4.4 and later drop PyInt_*, which lgpio.i uses.
step "lgpio for $PY"
cd "$WORK"
fetch "$WORK/x" "lib$PY-dev" busybox-static
python3 -m venv v
v/bin/pip install -q 'swig==4.3.*' setuptools wheel
v/bin/pip download -q --no-deps --no-binary lgpio --no-build-isolation lgpio==0.2.2.0
mkdir lg
tar xzf lgpio-*.tar.gz -C lg --strip 1
(
  cd lg
  ../v/bin/swig -python -o wrap.c lgpio.i
  gcc-12 -shared -fPIC -O2 -w -pthread -Isrc -I../x/usr/include -I"../x/usr/include/$PY" \
    src/lg*.c src/rgpiod.c wrap.c -lrt -ldl \
    -o "_lgpio.cpython-${PY//[^0-9]/}-x86_64-linux-gnu.so"
  cp _lgpio*.so lgpio.py "$SITE/"
)
step "from PyPI: gpiozero gpiod rpi-lgpio pyserial msgspec pytest"
v/bin/pip install -q --target "$SITE" --no-deps 'gpiozero>=2.0.1' colorzero 'pyserial>=3.5' rpi-lgpio
v/bin/pip install -q --upgrade --target "$SITE" --python-version "${PY#python}" --only-binary=:all: \
  'gpiod>=2.1' 'msgspec>=0.19' 'pytest>=8.3' 'pytest-timeout>=2.3'
(cd "$SITE" && ls -d ./*.dist-info | sed 's#^\./##; s#\.dist-info$##') >"$OUT/versions"
echo "lgpio-0.2.2.0 kernel-$K $PY" >>"$OUT/versions"

step "modules and units"
D=$R/usr/lib/modules/$K
mkdir -p "$(dirname "$D")"
cp -r "$KERNEL/modules" "$D"
chroot "$R" depmod "$K"
printf '%s\n' gpio-sim dummy_hcd libcomposite usb_f_acm cdc-acm >"$R/etc/modules-load.d/rig.conf"
: >"$R/etc/fstab"
U=$R/etc/systemd/system
install -m 755 "$HERE/../guest/agent.py" "$R/usr/local/bin/rig-agent"
cat >"$U/rig-agent.service" <<'S'
[Unit]
Description=Takes jobs from the host
After=multi-user.target sys-kernel-config.mount
FailureAction=poweroff-force
[Service]
RuntimeDirectory=rig
ExecStart=/usr/local/bin/rig-agent
StandardOutput=journal+console
StandardError=journal+console
S
# What a test guest does not need; each costs up to a second of emulated time at boot. Of the
# modprobe@ units only these: sys-kernel-config.mount needs the one for configfs.
for u in systemd-timesyncd.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
  fstrim.timer e2scrub_all.timer e2scrub_reap.service getty.target getty-static.service \
  systemd-pcrphase.service modprobe@drm.service modprobe@efi_pstore.service modprobe@fuse.service \
  ldconfig.service systemd-udev-load-credentials.service systemd-sysusers.service \
  systemd-random-seed.service systemd-journal-catalog-update.service systemd-hwdb-update.service \
  systemd-update-done.service systemd-journal-flush.service systemd-remount-fs.service \
  dev-hugepages.mount dev-mqueue.mount sys-kernel-tracing.mount sys-fs-fuse-connections.mount \
  tmp.mount run-lock.mount proc-sys-fs-binfmt_misc.automount \
  systemd-tmpfiles-setup-dev-early.service systemd-tmpfiles-clean.timer; do
  ln -sf /dev/null "$U/$u"
done
mkdir -p "$R/etc/systemd/journald.conf.d"
printf '[Journal]\nStorage=volatile\n' >"$R/etc/systemd/journald.conf.d/rig.conf"
rm -f "$R/usr/lib/udev/hwdb.bin"
echo rig >"$R/etc/hostname"
echo 00000000000000000000000000000001 >"$R/etc/machine-id"
chroot "$R" python3 -m compileall -q "/usr/local/lib/$PY/dist-packages" || true # their own templates

step "disk and initrd"
mke2fs -q -t ext4 -O ^has_journal -m 0 -d "$R" "$OUT/root.img" 640M
I=$WORK/initrd
mkdir -p "$I"/{bin,m,proc,dev,new}
cp "$WORK/x/usr/bin/busybox" "$I/bin/"
EARLY="crc16 crc32c_generic mbcache jbd2 ext4 virtio_blk configfs"
for m in $EARLY; do cp "$D/kernel/$m.ko" "$I/m/"; done
cat >"$I/init" <<S
#!/bin/busybox sh
b=/bin/busybox
\$b mount -t devtmpfs d /dev
\$b mount -t proc p /proc
for m in $EARLY; do \$b insmod /m/\$m.ko; done
\$b mount -t ext4 -o rw,noatime /dev/vda /new
\$b umount /proc
\$b mount -o move /dev /new/dev
exec \$b switch_root /new /sbin/init
S
chmod +x "$I/init"
(cd "$I" && find . | bin/busybox cpio -o -H newc 2>/dev/null) >"$OUT/initrd"

# The guest's Python as the host can run it, to compile a job's modules at the host's speed.
P=$OUT/python
mkdir -p "$P/usr/bin" "$P/usr/lib/x86_64-linux-gnu"
cp "$R/usr/bin/$PY" "$P/usr/bin/python3"
cp -r "$R/usr/lib/$PY" "$P/usr/lib/"
for lib in ld-linux-x86-64.so.2 libc.so.6 libm.so.6 libz.so.1 libexpat.so.1; do
  cp -L "$R/usr/lib/x86_64-linux-gnu/$lib" "$P/usr/lib/x86_64-linux-gnu/"
done
chmod -R a+rX "$OUT"
step "disk done"
