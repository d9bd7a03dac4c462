#!/bin/sh
# Checks the programs of a list, and installs missing ones: sh scripts/system-packages.sh LIST
# It needs apt-get, and root or sudo without a password; otherwise it prints the commands to install them.
set -eu
list=${1:?usage: system-packages.sh LIST}
# Debian has servers in these folders, which are only in the PATH of root.
PATH=$PATH:/usr/sbin:/sbin

is_installed() {
  for name in $(echo "$1" | tr '|' ' '); do
    command -v "$name" >/dev/null && return 0
  done
  return 1
}

apt='' dnf='' pacman='' brew='' missing=''
while read -r names by_apt by_dnf by_pacman by_brew; do
  case $names in '' | '#'*) continue ;; esac
  if ! is_installed "$names"; then
    missing="$missing $names"
    apt="$apt $by_apt" dnf="$dnf $by_dnf" pacman="$pacman $by_pacman" brew="$brew $by_brew"
  fi
done <"$list"
test -n "$missing" || exit 0

root=
if [ "$(id -u)" != 0 ]; then
  # sudo must not ask for a password, since nobody may be there to type it.
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then root='sudo -n'; else root=no; fi
fi
if command -v apt-get >/dev/null && [ "$root" != no ]; then
  echo "Installing system packages:$apt"
  $root apt-get update -qq
  # shellcheck disable=SC2086  # several words each
  if $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $apt >/dev/null; then
    exit 0
  fi
fi
cat >&2 <<END
These programs are missing, and cannot be installed from here:$missing
Install them and run again:
  Debian    sudo apt-get install --no-install-recommends$apt
  Ubuntu    the same, but Chrome from its own site, since chromium is a snap there
  Fedora    sudo dnf install$dnf
  Arch      sudo pacman -S$pacman
  macOS     brew install$brew
END
exit 1
