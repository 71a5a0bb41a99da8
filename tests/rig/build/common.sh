# Sourced by the steps. Each gets OUT (where its result goes), WORK (scratch) and APT (package lists).
set -euo pipefail
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore LC_ALL=C
step() { printf '  %4d s  %s\n' "$SECONDS" "$*" >&2; }

# The host's own Debian mirror, or MIRROR=…
MIRROR=${MIRROR:-$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list \
  /etc/apt/sources.list.d/*.sources 2>/dev/null || true; } |
  grep -v '^ *#' | grep -oE 'https?://[^ ]+/debian/?( |$)' | sed 's#/\? *$##' | sed -n 1p)}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
KEY='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'

# apt with lists of its own, whatever the host runs: trixie for the guest, and Debian 12's security
# archive for a 6.12 kernel that gcc-12 builds modules for on Debian 12 and 13 alike.
own_apt() {
  if [ ! -e "$APT/conf" ]; then
    mkdir -p "$APT/state" "$APT/lists/partial" "$APT/cache"
    : >"$APT/status"
    echo "deb $KEY $MIRROR trixie main" >"$APT/trixie.list"
    { cat "$APT/trixie.list"; echo "deb $KEY $MIRROR-security bookworm-security main"; } \
      >"$APT/sources.list"
    cat >"$APT/conf.new" <<C
Dir::Etc::SourceList "$APT/sources.list"; Dir::Etc::SourceParts "/dev/null";
Dir::State "$APT/state"; Dir::State::Lists "$APT/lists"; Dir::State::status "$APT/status";
Dir::Cache "$APT/cache"; APT::Sandbox::User "root"; Acquire::Retries "3";
C
    APT_CONFIG=$APT/conf.new apt-get update -qq --error-on=any ||
      { echo "no package lists from $MIRROR: is there a network? Another mirror: MIRROR=…" >&2; exit 1; }
    mv "$APT/conf.new" "$APT/conf"
  fi
  APT_CONFIG=$APT/conf "$@"
}

# fetch FOLDER PACKAGE…: download and unpack Debian packages, installing nothing.
fetch() {
  local to=$1
  shift
  mkdir -p "$WORK/deb" "$to"
  (cd "$WORK/deb" && rm -f ./*.deb && own_apt apt-get download -qq "$@")
  for deb in "$WORK"/deb/*.deb; do dpkg -x "$deb" "$to"; done
}
