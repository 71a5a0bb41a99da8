#!/bin/sh
# Installs the showdown unit on a Raspberry Pi without the Debian package, and takes it away again.
# Same places as the package, so that everything else finds it the same way. Says each step first.
set -eu

usage() {
  cat <<'END'
usage: sudo sh systemd/install.sh [--dry-run] [--wheel FILE] [--root DIR]
       sudo sh systemd/install.sh --uninstall [--purge] [--dry-run] [--root DIR]

  --wheel FILE  install this wheel in place of the clone that this script lies in
  --uninstall   stop the unit and remove what was installed; configuration and journal stay
  --purge       with --uninstall: remove configuration, journal and the user showdown too
  --dry-run     say every step, do none
  --root DIR    into the system below DIR, as a mounted SD card with this computer's architecture
                and Python; nothing is started or stopped then

Needs Python 3.11 or later with venv, and the network (libraries from PyPI).
END
}

NAME=showdown-unit
HOME_DIR=/usr/lib/$NAME
SITE=$HOME_DIR/site
MARK=$HOME_DIR/installed-by-script
CONFIG=/etc/$NAME/unit.toml
STATE=/var/lib/$NAME
SERVICES="showdown-unit.service showdown-gadget.service"
PYTHON=${PYTHON:-python3}
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

# What stands where: mode, file beside this script, place.
files() {
  cat <<'END'
644 showdown-unit.service /usr/lib/systemd/system/showdown-unit.service
644 showdown-gadget.service /usr/lib/systemd/system/showdown-gadget.service
644 serial-getty@ttyGS0.conf /usr/lib/systemd/system/serial-getty@ttyGS0.service.d/showdown-unit.conf
755 gadget /usr/lib/showdown-unit/gadget
644 udev/60-showdown-unit.rules /usr/lib/udev/rules.d/60-showdown-unit.rules
644 sysusers.d/showdown-unit.conf /usr/lib/sysusers.d/showdown-unit.conf
644 tmpfiles.d/showdown-unit.conf /usr/lib/tmpfiles.d/showdown-unit.conf
644 modules-load.d/showdown-unit.conf /usr/lib/modules-load.d/showdown-unit.conf
644 showdown-unit.pigpio.conf /usr/share/doc/showdown-unit/examples/showdown-unit.pigpio.conf
644 showdown-unit.rpigpio.conf /usr/share/doc/showdown-unit/examples/showdown-unit.rpigpio.conf
644 udev/60-showdown-host.rules /usr/share/doc/showdown-unit/examples/60-showdown-host.rules
END
}

# The commands: name, module, function.
commands() {
  cat <<'END'
showdown-unit showdown_unit.cli main
showdown showdown_host.cli main
END
}

# Folders that may be empty once the files are gone, the innermost first.
folders() {
  cat <<'END'
/usr/lib/systemd/system/serial-getty@ttyGS0.service.d
/usr/share/doc/showdown-unit/examples
/usr/share/doc/showdown-unit
/usr/lib/modules-load.d
/usr/lib/showdown-unit
END
}

ROOT=
WHEEL=
DRY=no
PURGE=no
ACTION=install

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
    --uninstall) ACTION=uninstall ;;
    --purge) PURGE=yes ;;
    --dry-run) DRY=yes ;;
    --wheel | --root)
      [ $# -ge 2 ] || die "$1 needs a path"
      [ -n "$2" ] || die "$1 needs a path"
      if [ "$1" = --wheel ]; then WHEEL=$2; else ROOT=${2%/}; fi
      shift
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      usage >&2
      exit 64
      ;;
  esac
  shift
done

# `step WORDS -- COMMAND`: says the words, then does it. What fails ends the script.
step() {
  words=$1
  shift 2
  if [ "$DRY" = yes ]; then
    printf 'would: %s\n' "$words"
  else
    printf '%s\n' "$words"
    "$@"
  fi
}

# Not below another root; and with systemd running, not in a chroot.
here() { [ -z "$ROOT" ]; }
running() { here && [ -d /run/systemd/system ]; }

# --- checks ---------------------------------------------------------------------------------------

may_write() {
  if [ "$DRY" = no ] && [ "$(id -u)" -ne 0 ] && here; then
    die "this needs root: sudo sh $0"
  fi
  if [ -n "$ROOT" ] && ! [ -d "$ROOT" ]; then die "--root $ROOT: there is no such folder"; fi
}

alone() {
  if [ "$DRY" = yes ] || ! command -v flock >/dev/null 2>&1; then return 0; fi
  exec 9<"${ROOT:-/}"
  flock -n 9 || die "another $0 is at work there: wait for it, then again"
}

no_package() {
  command -v dpkg-query >/dev/null 2>&1 || return 0
  told=$(dpkg-query --admindir="$ROOT/var/lib/dpkg" -W -f='${db:Status-Status}' $NAME 2>/dev/null) ||
    return 0
  case $told in
    not-installed | config-files) ;;
    *)
      die "the Debian package $NAME is here, which this script would mix up with its own files." \
        "Stay with it (sudo apt update && sudo apt upgrade), or remove it first:" \
        "sudo apt remove $NAME (configuration and journal stay)"
      ;;
  esac
}

python_fit() {
  if ! "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    die "Python 3.11 or later is needed: sudo apt install python3"
  fi
  if ! "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; then
    die "Python's venv is missing: sudo apt install python3-venv"
  fi
}

# --- install --------------------------------------------------------------------------------------

# A pip of its own, used once: the system's may be missing, and refuses to touch its own folders.
libraries() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' HUP INT TERM
  "$PYTHON" -m venv "$work/venv"
  pip() { "$work/venv/bin/python" -m pip --disable-pip-version-check --quiet install "$@"; }
  pip --target "$work/site" "$1" 'gpiod>=2.1' ||
    die "the program or its libraries could not be had (the lines above say why; is the network" \
      "there?). What was installed before is as it was"
  if ! pip --target "$work/lgpio" --only-binary :all: 'lgpio>=0.2.2' 2>/dev/null; then
    printf '%s\n' "  no lgpio for this Python: the backend is gpiod, which is the better one anyway"
  else
    cp -R "$work/lgpio/." "$work/site/"
  fi
  # Whole before it takes the old one's place, so that an update that is cut short leaves that.
  rm -rf "$ROOT$SITE.new" "$ROOT$SITE.old"
  mkdir -p "$ROOT$HOME_DIR"
  cp -R "$work/site" "$ROOT$SITE.new"
  chmod -R u=rwX,go=rX "$ROOT$SITE.new"
  if [ -e "$ROOT$SITE" ]; then mv "$ROOT$SITE" "$ROOT$SITE.old"; fi
  mv "$ROOT$SITE.new" "$ROOT$SITE"
  rm -rf "$ROOT$SITE.old" "$work"
}

place() {
  mkdir -p "$(dirname "$ROOT$3")"
  install -m "$1" "$2" "$ROOT$3.showdown-new"
  mv -f "$ROOT$3.showdown-new" "$ROOT$3"
}

launcher() {
  mkdir -p "$ROOT/usr/bin"
  # shellcheck disable=SC2016 # the dollars are the template's
  sed -e "s|\$site|$SITE|; s|\$module|$2|; s|\$function|$3|" "$HERE/debian/launcher" \
    >"$ROOT/usr/bin/$1.showdown-new"
  chmod 755 "$ROOT/usr/bin/$1.showdown-new"
  mv -f "$ROOT/usr/bin/$1.showdown-new" "$ROOT/usr/bin/$1"
}

mark() {
  mkdir -p "$ROOT$HOME_DIR"
  printf '%s\n' "Installed by systemd/install.sh; to remove: sudo sh systemd/install.sh --uninstall" \
    >"$ROOT$MARK"
}

sysusers() { systemd-sysusers ${ROOT:+"--root=$ROOT"} $NAME.conf; }
# Below another root systemd makes it at boot: only there its user has a number.
tmpfiles() { systemd-tmpfiles --create $NAME.conf; }
enable() {
  # shellcheck disable=SC2086 # a list of names
  systemctl ${ROOT:+"--root=$ROOT"} --quiet enable $SERVICES
}
reload() {
  systemctl daemon-reload
  udevadm control --reload
  udevadm trigger --subsystem-match=gpio --subsystem-match=pwm --action=change
}
start() {
  modprobe usb_f_acm || printf '%s\n' "  the kernel has no usb_f_acm: the unit has no USB port then"
  # A port that is up stays up: what a host has open lives through an update.
  if [ -n "$(ls /sys/class/udc 2>/dev/null)" ]; then
    systemctl start showdown-gadget.service || true
  fi
  systemctl restart showdown-unit.service || printf '%s\n' \
    "  it does not run yet, and is tried again each second: setup and reboot come first (below)"
}

install_all() {
  may_write
  alone
  no_package
  python_fit
  if [ -n "$WHEEL" ]; then
    [ -f "$WHEEL" ] || die "--wheel $WHEEL: there is no such file"
    source=$WHEEL
  else
    source=$(dirname "$HERE")
    [ -f "$source/pyproject.toml" ] || die "$source is no clone of the project: name a --wheel"
  fi

  step "note in $MARK that this script installed it" -- mark
  step "put the program from $source and its libraries (from PyPI) into $SITE" -- libraries "$source"
  commands | while read -r name module function; do
    step "make the command /usr/bin/$name" -- launcher "$name" "$module" "$function"
  done
  files | while read -r mode from to; do
    step "put $to" -- place "$mode" "$HERE/$from" "$to"
  done
  if [ -e "$ROOT$CONFIG" ]; then
    printf '%s\n' "$CONFIG is here already and stays as it is"
  else
    step "put $CONFIG" -- place 644 "$HERE/debian/unit.toml" "$CONFIG"
  fi
  step "make the user and group showdown (systemd-sysusers)" -- sysusers
  if here; then step "make $STATE and /run/$NAME (systemd-tmpfiles)" -- tmpfiles; fi
  if running; then step "let systemd and udev read the new files" -- reload; fi
  step "have the services start at boot: $SERVICES" -- enable
  if running; then
    step "start the unit" -- start
    printf '%s\n' "Next: sudo showdown-unit setup (USB port and pins in config.txt), then sudo reboot." \
      "Then: sudo showdown-unit check"
  fi
}

# --- uninstall ------------------------------------------------------------------------------------

# The daemon first: the port's removal waits for the last one to close it.
stop() {
  systemctl stop showdown-unit.service 2>/dev/null || true
  systemctl stop showdown-gadget.service 2>/dev/null || true
}
boot_lines() {
  "/usr/bin/$NAME" setup --undo --yes ||
    printf '%s\n' "  the unit's lines stay in config.txt and cmdline.txt"
}
disable() {
  # shellcheck disable=SC2086 # a list of names
  systemctl ${ROOT:+"--root=$ROOT"} --quiet disable $SERVICES 2>/dev/null || true
}
if_empty() { rmdir "$ROOT$1" 2>/dev/null || true; }
# A state folder that is a mount stays, empty.
remove_data() {
  rm -rf "$ROOT/etc/${NAME:?}" "$ROOT/etc/systemd/system/showdown-unit.service.d"
  rm -rf "$ROOT$STATE" || printf '%s\n' "  $STATE stays where it is a partition of its own"
}
remove_user() {
  if here; then
    if getent passwd showdown >/dev/null; then userdel showdown; fi
    if getent group showdown >/dev/null; then groupdel showdown; fi
    return
  fi
  for database in passwd shadow group gshadow; do
    if [ -f "$ROOT/etc/$database" ]; then sed -i '/^showdown:/d' "$ROOT/etc/$database"; fi
  done
  # Its name at the end of other groups' lines.
  for database in group gshadow; do
    if [ -f "$ROOT/etc/$database" ]; then
      sed -i -E 's/,showdown(,|$)/\1/; s/:showdown,/:/; s/:showdown$/:/' "$ROOT/etc/$database"
    fi
  done
}

# The user showdown is not somebody else of that name: its home tells.
our_user() { grep -Eq "^showdown:.*:$STATE:[^:]*\$" "$ROOT/etc/passwd" 2>/dev/null; }
something_left() { [ -e "$ROOT/etc/$NAME" ] || [ -e "$ROOT$STATE" ] || our_user; }

uninstall_all() {
  may_write
  alone
  no_package
  if ! [ -e "$ROOT$MARK" ]; then
    if [ "$PURGE" = no ] || ! something_left; then
      die "this script has installed nothing here ($MARK is missing)"
    fi
  else
    if running; then
      step "stop the unit" -- stop
      if [ -e /boot/firmware/config.txt ] || [ -e /boot/config.txt ]; then
        step "take its lines out of config.txt and cmdline.txt (showdown-unit setup --undo)" -- \
          boot_lines
      fi
    fi
    step "no longer start the services at boot: $SERVICES" -- disable
    files | while read -r _ _ to; do
      step "remove $to" -- rm -f "$ROOT$to" "$ROOT$to.showdown-new"
    done
    commands | while read -r name _; do
      step "remove /usr/bin/$name" -- rm -f "$ROOT/usr/bin/$name" "$ROOT/usr/bin/$name.showdown-new"
    done
    step "remove $SITE" -- rm -rf "$ROOT$SITE" "$ROOT$SITE.old" "$ROOT$SITE.new"
    step "remove /run/$NAME" -- rm -rf "$ROOT/run/$NAME" "$ROOT$CONFIG.showdown-new"
    step "remove $MARK" -- rm -f "$ROOT$MARK"
    folders | while read -r folder; do
      step "remove $folder, if it is empty" -- if_empty "$folder"
    done
    if running; then step "let systemd and udev forget them" -- reload; fi
  fi
  if [ "$PURGE" = yes ]; then
    step "remove /etc/$NAME, its drop-ins and $STATE" -- remove_data
    if our_user; then
      step "remove the user and group showdown" -- remove_user
    elif [ "$DRY" = no ] && grep -q '^showdown:' "$ROOT/etc/passwd" 2>/dev/null; then
      printf '%s\n' "the user showdown stays: its home is not $STATE, so it is not the unit's"
    fi
  else
    printf '%s\n' "/etc/$NAME, $STATE and the user showdown stay: --uninstall --purge removes them"
  fi
}

"${ACTION}_all"
