#!/bin/bash
# Debian's 6.12 kernel with gpio-sim and irq_sim, which Debian leaves out, built against its headers.
# Gives OUT/vmlinuz, OUT/version, OUT/modules.
. "$(dirname "$0")/common.sh"

ABI=$(own_apt apt-cache depends linux-headers-6.12-amd64 |
  sed -n 's/.*Depends: linux-headers-\(.*\)-amd64$/\1/p' | head -1)
K=$ABI-amd64
[ -n "$ABI" ] || { echo "no linux-headers-6.12-amd64 in $MIRROR-security bookworm-security" >&2; exit 1; }
# The source must be of the version that the headers are from.
V=$(own_apt apt-cache show "linux-headers-$K" | sed -n 's/^Version: //p' | head -1)
step "kernel $K ($V): download and unpack"
fetch "$WORK/k" "linux-image-$K-unsigned" "linux-headers-$K" "linux-headers-$ABI-common" \
  "linux-kbuild-$ABI" "linux-source-6.12=$V"
H=$WORK/k/usr/src/linux-headers-$K
sed -i "s#include /usr/src/#include $WORK/k/usr/src/#" "$H/Makefile"
S=linux-source-6.12
tar -C "$WORK/k" --occurrence=1 -xJf "$WORK/k/usr/src/$S.tar.xz" \
  $S/drivers/gpio/gpio-sim.c $S/kernel/irq/irq_sim.c

step "build gpio-sim and irq_sim"
M=$WORK/mod
rm -rf "$M"
mkdir "$M"
cp "$WORK/k/$S/drivers/gpio/gpio-sim.c" "$M/"
# irq_sim is never a module in the kernel's own tree: it names no licence, and irq_to_desc() is not
# exported to modules.
sed -e 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' \
  -e '/irq_sim.h>/a #include <linux/irqdesc.h>\n#include <linux/module.h>' \
  -e '$a MODULE_DESCRIPTION("IRQ simulator");\nMODULE_LICENSE("GPL");' \
  "$WORK/k/$S/kernel/irq/irq_sim.c" >"$M/irq_sim.c"
echo 'obj-m := irq_sim.o gpio-sim.o' >"$M/Kbuild"
# No type information for the modules: it would need pahole.
make -s -C "$H" M="$M" CROSS_COMPILE= CONFIG_DEBUG_INFO_BTF_MODULES= modules
strip -g "$M"/*.ko

L=$WORK/k/lib/modules/$K
D=$OUT/modules
mkdir -p "$D/kernel"
cp "$L"/modules.builtin* "$L/modules.order" "$D/"
for m in crc16 crc32c_generic mbcache jbd2 ext4 virtio_blk configfs \
  usb-common usbcore udc-core dummy_hcd libcomposite u_serial usb_f_acm cdc-acm; do
  xz -dc "$(find "$L" -name "$m.ko.xz")" >"$D/kernel/$m.ko"
done
cp "$M"/*.ko "$D/kernel/"
cp "$WORK/k/boot/vmlinuz-$K" "$OUT/vmlinuz"
echo "$K" >"$OUT/version"
step "kernel done"
