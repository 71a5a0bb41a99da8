#!/bin/sh
# Installs the package that lies beside this file, puts the unit's lines into config.txt and
# restarts the Pi once. Where a showdown-unit.toml lies beside it too, that becomes the unit's
# configuration, once. Needs no network. Run by cloud-init at the first boot, then by systemd at each
# boot until it is done, or by hand:
#   sudo sh /boot/firmware/showdown-first-boot.sh
# May be run again at any time: what is done already is not done twice.
set -eu

boot=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
log=$boot/showdown-first-boot.log
# Where systemd's units are; another folder in tests.
units=${SHOWDOWN_UNITS:-/etc/systemd/system}
# Where the unit's configuration is; another folder in tests.
etc=${SHOWDOWN_ETC:-/etc/showdown-unit}
again=showdown-first-boot.service
restarting='the Pi restarts in a minute'
nothing='all of it was there already'

# To whoever started this, and into the log.
say() {
    printf '%s\n' "$*"
    { printf '%s  %s\n' "$(date -u '+%Y-%m-%d %H:%M:%S')" "$*" >>"$log"; } 2>/dev/null || true
}

fail() {
    say "FAILED: $1"
    say "WHAT TO DO: $2"
    say "then boot again, or: sudo sh $boot/showdown-first-boot.sh"
    sync
    exit 1
}

# A command with what it prints in the log; its exit status.
run() {
    say "+ $*"
    status=0
    printed=$("$@" 2>&1 </dev/null) || status=$?
    [ -z "$printed" ] || printf '%s\n' "$printed" | while IFS= read -r line; do say "  $line"; done
    return "$status"
}

# One at a time: a person may start it while cloud-init or systemd has.
alone() {
    command -v flock >/dev/null 2>&1 || return 0
    exec 9<"$boot"
    flock -n 9 || { say "it runs already: waiting for it" && flock 9; }
}

# cloud-init starts this once only, be it cut short or not: until it is done, systemd does.
each_boot() {
    [ ! -e "$units/multi-user.target.wants/$again" ] || return 0
    mkdir -p "$units/multi-user.target.wants"
    cat >"$units/$again.new" <<END
[Unit]
Description=First boot of a showdown unit, until it is done
ConditionPathExists=$boot/showdown-first-boot.sh

[Service]
Type=oneshot
ExecStart=/bin/sh $boot/showdown-first-boot.sh

[Install]
WantedBy=multi-user.target
END
    sync
    mv -f "$units/$again.new" "$units/$again"
    ln -sf "../$again" "$units/multi-user.target.wants/$again"
    sync
}

no_more() {
    rm -f "$units/$again" "$units/$again.new" "$units/multi-user.target.wants/$again"
}

# How often it has restarted the Pi since there was last nothing to do.
restarts() {
    [ -r "$log" ] || { echo 0 && return; }
    awk -v restart="$restarting" -v nothing="$nothing" \
        'index($0, nothing) { n = 0 } index($0, restart) { n++ } END { print n + 0 }' "$log"
}

# The configuration from the boot partition; it gets another name there, so that a later run of
# this leaves alone what was changed in the meantime.
configure() {
    given=$boot/showdown-unit.toml
    [ -e "$given" ] || return 0
    run showdown-unit config check --config "$given" ||
        fail "$given is not right" "the lines above say what: mend it there"
    [ ! -e "$etc/unit.toml" ] || cp "$etc/unit.toml" "$etc/unit.toml.before-first-boot"
    cp "$given" "$etc/unit.toml.new"
    chmod 644 "$etc/unit.toml.new"
    sync
    mv -f "$etc/unit.toml.new" "$etc/unit.toml"
    sync
    mv -f "$given" "$given.taken"
    say "$given is now $etc/unit.toml"
    taken=yes
}

version_of() {
    dpkg-deb --field "$1" Version 2>/dev/null
}

say "first boot of a showdown unit"
[ "$(id -u)" -eq 0 ] || fail "this is not run as root" "start it with sudo"
alone
each_boot
arch=$(dpkg --print-architecture)
[ "$arch" = arm64 ] || fail "this system is $arch, the unit's package is arm64" \
    "write the 64-bit Raspberry Pi OS Lite onto the card"

deb='' newest='' damaged=''
for file in "$boot"/showdown-unit_*arm64*.deb; do
    [ -e "$file" ] || continue
    version=$(version_of "$file") || {
        damaged=$file
        say "$file is damaged, and left out"
        continue
    }
    if [ -z "$deb" ] || dpkg --compare-versions "$version" gt "$newest"; then
        deb=$file newest=$version
    fi
done
[ -n "$deb" ] || [ -z "$damaged" ] ||
    fail "$damaged is damaged" "copy it onto the boot partition again"
[ -n "$deb" ] || fail "there is no showdown-unit_VERSION_arm64.deb in $boot" \
    "copy the package onto the boot partition"

# The power may have gone in the middle of it.
[ -z "$(dpkg --audit 2>/dev/null)" ] || run dpkg --configure -a || true
have=$(dpkg-query --show --showformat '${db:Status-Abbrev}${Version}' showdown-unit 2>/dev/null) ||
    have=''
case $have in
'ii '*) have=${have#ii } ;;
*) have='' ;;
esac
if [ -n "$have" ] && dpkg --compare-versions "$have" ge "$newest"; then
    say "showdown-unit $have is installed already"
else
    run env DEBIAN_FRONTEND=noninteractive apt-get --yes --no-install-recommends \
        -o DPkg::Lock::Timeout=300 -o DPkg::Options::=--force-confold install "$deb" ||
        fail "the package could not be installed" "the lines above say why: sudo apt install $deb"
fi

taken=''
configure
before=$(cksum "$boot/config.txt" "$boot/cmdline.txt" 2>/dev/null || true)
run showdown-unit setup --yes ||
    fail "config.txt could not be set up" "the lines above say why: sudo showdown-unit setup"
after=$(cksum "$boot/config.txt" "$boot/cmdline.txt" 2>/dev/null || true)

if [ "$before" = "$after" ]; then
    no_more
    # After a restart of the Pi there is no need for it.
    [ -z "$taken" ] || run systemctl try-restart showdown-unit ||
        say "the configuration counts from the next boot on"
    say "DONE: $nothing"
elif [ "$(restarts)" -ge 3 ]; then
    fail "config.txt changed again after three restarts" "sudo showdown-unit setup --dry-run"
else
    no_more
    say "DONE: $restarting; then: showdown-unit check"
    sync
    shutdown -r +1 "the showdown unit is set up" || say "restart it by hand: sudo reboot"
fi
sync
