#!/bin/sh
# Names the Debian packages that `make schematics` needs and this machine lacks, why and how big,
# then installs them: as root on Debian 12 or 13, after a yes at the terminal or with CI=true.
# The two variables below are for the tests.
set -eu
os_release=${SHOWDOWN_OS_RELEASE:-/etc/os-release}
sources=${SHOWDOWN_APT_SOURCES:-/etc/apt/sources.list.d}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
backports=bookworm-backports
least_kicad=9

kicad="kicad kicad-symbols kicad-footprints"
others="openscad graphviz librsvg2-bin fonts-dejavu-core python3-venv"

why() {
  case $1 in
    kicad) echo "draws, checks and exports schematic and board, from its command line" ;;
    kicad-symbols) echo "the library that the drawn symbols are held against" ;;
    kicad-footprints) echo "the library that the board's footprints are held against" ;;
    openscad) echo "the printed parts, as STL files" ;;
    graphviz) echo "lays out the wiring diagram" ;;
    librsvg2-bin) echo "turns SVG pictures into PNG" ;;
    fonts-dejavu-core) echo "the letters in the pictures" ;;
    python3-venv) echo "the Python environment" ;;
  esac
}

# Its version, where it is installed; nothing otherwise.
installed() {
  dpkg-query --show --showformat='${db:Status-Status} ${Version}\n' "$1" 2>/dev/null |
    sed -n 's/^installed //p'
}

refuse() {
  echo "$1" >&2
  exit 1
}

command -v dpkg-query >/dev/null 2>&1 || refuse "\
The drawings are made on Debian 12 or 13 (apt-get), which this machine is not. It also needs KiCad 9,
OpenSCAD, Graphviz and rsvg-convert. Everything else is tested without them: make test"

missing_kicad=
for package in $kicad; do
  version=$(installed "$package")
  if [ -z "$version" ] || dpkg --compare-versions "$version" lt "$least_kicad"; then
    missing_kicad="$missing_kicad $package"
  fi
done
missing=
for package in $others; do
  [ -n "$(installed "$package")" ] || missing="$missing $package"
done
[ -n "$missing_kicad$missing" ] || exit 0

# shellcheck source=/dev/null
release=$(. "$os_release" && echo "${ID:-} ${VERSION_ID:-}")
case $release in
  "debian 12") from=" (from $backports: Debian 12's own is version 6)" ;;
  "debian 13") from= ;;
  *) refuse "\
The drawings are made on Debian 12 or 13; this is $release, and it lacks:$missing_kicad$missing.
Install KiCad $least_kicad and the others by its own means, or use a Debian container." ;;
esac

echo "make schematics needs these Debian packages, which are not installed here:"
for package in $missing_kicad $missing; do
  case $package in kicad*) note=$from ;; *) note= ;; esac
  printf '  %-18s %s%s\n' "$package" "$(why "$package")" "$note"
done
[ -z "$missing_kicad" ] ||
  echo "With what they bring along: about 220 MB fetched, 1.3 GB on disk, a minute."

# The words in $() are apt's own.
# shellcheck disable=SC2016
has_backports() {
  apt-get indextargets --format '$(CODENAME)' 'Created-By: Packages' 2>/dev/null |
    grep -qx "$backports"
}
file=$sources/showdown-backports.list
add=
if [ -n "$missing_kicad" ] && [ -n "$from" ] && ! has_backports; then
  # The mirror that this machine has Debian from already.
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' \
    2>/dev/null | sed -n 's/^bookworm //p' | head -n 1)
  add="deb [signed-by=$keyring] ${mirror:-http://deb.debian.org/debian} $backports main"
  echo "and this line in $file, signed by Debian's own keyring:"
  echo "  $add"
fi

by_hand="sudo sh tools/schematics_needs.sh"
[ "$(id -u)" = 0 ] || refuse "Installing needs root; drawing does not. Install them once with:
  $by_hand"
if [ "${CI:-}" != true ]; then
  [ -t 0 ] || refuse "Nobody is here to say yes. Run it at a terminal, or with CI=true:
  $by_hand"
  printf 'Install them? [y/N] '
  read -r answer || answer=
  case $answer in
    y | Y | yes | Yes) ;;
    *) refuse "Nothing was installed." ;;
  esac
fi

if [ -n "$add" ]; then
  [ -r "$keyring" ] || refuse "$keyring is not there: apt-get install debian-archive-keyring"
  echo "$add" >"$file"
fi
export DEBIAN_FRONTEND=noninteractive
if ! apt-get update -qq; then
  [ -z "$add" ] || rm -f "$file"
  refuse "apt-get update failed, see above: is there a network? Is $backports still on the mirror
(Debian 13 has KiCad $least_kicad in its own archive)? Nothing was installed."
fi
# Word splitting is meant: each is a list of names.
# shellcheck disable=SC2086
[ -z "$missing" ] || apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
  refuse "apt-get install$missing failed, see above."
if [ -n "$missing_kicad" ]; then
  # shellcheck disable=SC2086
  apt-get install -y -qq --no-install-recommends ${from:+-t "$backports"} $missing_kicad >/dev/null ||
    refuse "apt-get install$missing_kicad failed, see above."
fi
echo "installed:$missing_kicad$missing"
