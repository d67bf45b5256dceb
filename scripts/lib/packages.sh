# Sourced, not run: installs the Debian packages that the other scripts need.
#
#   . scripts/lib/packages.sh
#   require_packages PACKAGE…   exits the script if they cannot be installed
#   want_package PACKAGE        an optional package: if it cannot be installed, prints a line and continues
#
# Installs missing packages as root, or with sudo if it needs no password. If neither is possible, it prints the command
# for an administrator and exits the script with exit code 69 (EX_UNAVAILABLE). Progress goes to standard error; the
# output of apt-get is shown only if it fails.

require_packages() {
  if [ "$(uname -s)" = Darwin ]; then
    packages_require_brew
    return
  fi
  if ! command -v dpkg-query >/dev/null 2>&1; then
    # Other systems than Debian: the build fails if something is missing.
    return 0
  fi

  packages_missing=
  for packages_name in "$@"; do
    packages_is_installed "$packages_name" || packages_missing="$packages_missing $packages_name"
  done
  [ -n "$packages_missing" ] || return 0

  # `apt-get update` may fail without consequences: the index that is already there may suffice.
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
    echo "error: apt-get could not install$packages_missing; its output is above." >&2
    exit 69
  fi
  rm -f "$packages_log"
}

want_package() {
  # In a subshell, because require_packages exits if it fails.
  if ! packages_output=$( (require_packages "$1") 2>&1); then
    echo "    skipped: the Debian package $1 cannot be installed"
  elif [ -n "$packages_output" ]; then
    printf '%s\n' "$packages_output" >&2
  fi
}

packages_is_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# On a Mac, pkg-config finds Lua, and libedit is part of the system.
packages_require_brew() {
  if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists lua5.4 2>/dev/null; then return 0; fi
  echo "error: pkg-config or lua5.4 is missing. Install both, then run this script again:" >&2
  echo "       brew install lua@5.4 pkg-config" >&2
  exit 69
}
