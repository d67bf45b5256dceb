# Sourced, not run: installs homescreen from a wheel into a folder.
#
#   install_wheel FOLDER WHEEL...  installs the executables into FOLDER/bin; WHEEL is a path, a URL or anything else that
#                                  pip can install, but never an option for pip

install_wheel() {
  if ! command -v python3 >/dev/null 2>&1; then
    echo "error: python3 is missing; it installs the homescreen wheel. Install it and try again." >&2
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
    echo "error: homescreen could not be installed from $*; pip's output is above." >&2
    echo "       Set HOMESCREEN_WHEEL (the input “wheel” of the Action) to the path or URL of a homescreen wheel." >&2
    return 69
  fi
  rm -f "$wheel_log"
  if [ ! -x "$wheel_folder/bin/homescreen" ]; then
    echo "error: $1 is not a homescreen wheel: it does not contain the program homescreen." >&2
    return 69
  fi
}
