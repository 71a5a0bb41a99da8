#!/bin/bash
# A PWM chip without hardware, for the rig's kernel: Debian's has no driver that works without one.
# Gives OUT/pwm-sim.ko. KERNEL is the kernel's part.
. "$(dirname "$0")/common.sh"

HERE=$(cd "$(dirname "$0")" && pwd)
K=$(cat "$KERNEL/version")
ABI=${K%-amd64}
step "pwm-sim for $K: download and unpack the headers"
fetch "$WORK/k" "linux-headers-$K" "linux-headers-$ABI-common" "linux-kbuild-$ABI"
H=$WORK/k/usr/src/linux-headers-$K
sed -i "s#include /usr/src/#include $WORK/k/usr/src/#" "$H/Makefile"

step "build pwm-sim"
M=$WORK/mod
mkdir "$M"
cp "$HERE/pwm-sim.c" "$M/"
echo 'obj-m := pwm-sim.o' >"$M/Kbuild"
# No type information for the module: it would need pahole.
make -s -C "$H" M="$M" CROSS_COMPILE= CONFIG_DEBUG_INFO_BTF_MODULES= modules
strip -g "$M/pwm-sim.ko"
cp "$M/pwm-sim.ko" "$OUT/"
step "pwm-sim done"
