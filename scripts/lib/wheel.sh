# Sourced, not run: homescreen out of a wheel, in a folder of its own.
#
#   install_wheel FOLDER WHEEL...  the executables are in FOLDER/bin then; WHEEL is a path, an address, or what else
#                                  pip can install, and never an option of pip's

install_wheel() {
  if ! command -v python3 >/dev/null 2>&1; then
    echo "error: there is no python3, which installs the wheel of homescreen" >&2
    return 69
  fi
  wheel_folder=$1
  shift
  wheel_log=$(mktemp)
  if ! {
    python3 -m venv "$wheel_folder" &&
      "$wheel_folder/bin/python" -m pip --isolated --disable-pip-version-check install --no-deps -- "$@"
  } </dev/null >"$wheel_log" 2>&1; then
    cat "$wheel_log" >&2
    rm -f "$wheel_log"
    echo "error: homescreen could not be installed from $*; pip's own words are above." >&2
    echo "       HOMESCREEN_WHEEL (the input “wheel” of the Action) names a wheel, by its path or its address." >&2
    return 69
  fi
  rm -f "$wheel_log"
  if [ ! -x "$wheel_folder/bin/homescreen" ]; then
    echo "error: $1 is not a wheel of homescreen: that program is missing in it" >&2
    return 69
  fi
}
