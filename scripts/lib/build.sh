# Sourced, not run: the release build. Needs `root` (the repository) and packages.sh.
#
#   binary                 the path of the release executable
#   source_version         prints the version that the sources have
#   build_is_fresh         whether it exists and no source is newer
#   build_release          installs what is missing, builds; quiet unless the build fails

# shellcheck disable=SC2154 # `root` is set by the script that sources this file.
binary=$root/.build/release/homescreen
# Made when the last build of ours began: a file that was saved while it ran is newer.
build_stamp=$root/.build/homescreen.stamp

# A package of its own, which is built in its folder.
build_other=$root/Sources/homescreen-sources

source_version() {
  sed -n 's/.*static let version = "\(.*\)"/\1/p' "$root/Sources/HomeScreenReports/Homescreen.swift"
}

build_is_fresh() {
  [ -x "$binary" ] && [ -e "$build_stamp" ] &&
    [ -z "$(find "$root/Package.swift" "$root/Sources" "$root/lua" -path "$build_other" -prune -o \
      -path "$root/Sources" -o -newer "$build_stamp" -print -quit 2>/dev/null)" ]
}

build_release() {
  require_packages liblua5.4-dev libedit-dev zlib1g-dev pkg-config
  if ! command -v swift >/dev/null 2>&1; then
    echo "error: there is no swift. Install Swift 6.2 or later (https://www.swift.org/install) and add it to PATH." >&2
    exit 69
  fi
  build_flags="-Xswiftc -static-executable"
  # Apple's linker makes no static executables.
  [ "$(uname -s)" != Darwin ] || build_flags=

  mkdir -p "$root/.build"
  build_new_stamp=$build_stamp.$$
  build_log=$root/.build/homescreen.log.$$
  : >"$build_new_stamp"
  echo "Building homescreen (release); the first time this takes some minutes …" >&2
  # shellcheck disable=SC2086 # flags are words
  if ! swift build --package-path "$root" -c release --product homescreen $build_flags \
    </dev/null >"$build_log" 2>&1; then
    cat "$build_log" >&2
    rm -f "$build_log" "$build_new_stamp"
    echo "error: the release build failed; the compiler's words are above." >&2
    exit 1
  fi
  rm -f "$build_log"
  mv -f "$build_new_stamp" "$build_stamp"
}
