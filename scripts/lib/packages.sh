# Sourced, not run: Debian packages that the other scripts need.
#
#   . scripts/lib/packages.sh
#   require_packages PACKAGE…
#   want_package PACKAGE        one that can be done without: where it cannot be had, a line says so
#
# Installs what is missing, as root or with a sudo that asks for no password. Where neither is possible, it prints the
# command for somebody else to type and ends the script with exit code 69 (EX_UNAVAILABLE: a service is missing).
# Progress goes to standard error; apt's own words are shown only when it fails.

require_packages() {
  if [ "$(uname -s)" = Darwin ]; then
    packages_require_brew
    return
  fi
  if ! command -v dpkg-query >/dev/null 2>&1; then
    # Not a Debian: the build itself says what is missing.
    return 0
  fi

  packages_missing=
  for packages_name in "$@"; do
    packages_is_installed "$packages_name" || packages_missing="$packages_missing $packages_name"
  done
  [ -n "$packages_missing" ] || return 0

  # An index that cannot be fetched is only a warning: what apt knows already may be enough.
  packages_command="apt-get update; apt-get install -y --no-install-recommends$packages_missing"
  if [ "$(id -u)" -eq 0 ]; then
    packages_sudo=
  elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    packages_sudo="sudo -n"
  else
    echo "error: these Debian packages are missing:$packages_missing" >&2
    echo "       Install them as an administrator, then run this script again:" >&2
    echo "       sudo sh -c '$packages_command'" >&2
    exit 69
  fi

  echo "Installing Debian packages:$packages_missing" >&2
  packages_log=$(mktemp)
  packages_steps="apt-get -q update; apt-get -q -o DPkg::Lock::Timeout=120 install -y --no-install-recommends$packages_missing"
  if ! $packages_sudo env DEBIAN_FRONTEND=noninteractive sh -c "$packages_steps" </dev/null >"$packages_log" 2>&1; then
    cat "$packages_log" >&2
    rm -f "$packages_log"
    echo "error: apt-get could not install$packages_missing; its words are above." >&2
    exit 69
  fi
  rm -f "$packages_log"
}

want_package() {
  # In a shell of its own, which it may end.
  if ! packages_words=$( (require_packages "$1") 2>&1); then
    echo "    left out: the Debian package $1 cannot be installed"
  elif [ -n "$packages_words" ]; then
    printf '%s\n' "$packages_words" >&2
  fi
}

packages_is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# On a Mac, Lua is looked up by pkg-config, and libedit is part of the system.
packages_require_brew() {
  if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists lua5.4 2>/dev/null; then return 0; fi
  echo "error: pkg-config does not find lua5.4. Install both, then run this script again:" >&2
  echo "       brew install lua@5.4 pkg-config" >&2
  exit 69
}
