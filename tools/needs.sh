#!/bin/sh
# Names each thing that is missing on this machine, with the line that installs it on Debian.
python=$1
missing=0
say() { echo "missing: $1. Install it with: sudo apt-get install $2" >&2; missing=1; }

if ! command -v "$python" >/dev/null 2>&1; then
  say "$python (3.11 or later)" "python3 python3-venv"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "$python is $("$python" -V 2>&1), the showdown unit needs Python 3.11 or later." \
    "Name another with: make PYTHON=python3.11 demo" >&2
  missing=1
elif ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
  say "Python's venv module" "python3-venv"
fi
command -v git >/dev/null 2>&1 || say "git" "git"
exit $missing
