# Sourced, not run: builds and tests homescreen-sources, the source reader, which is a separate package.
# Needs `root` (the repository) and packages.sh.
#
# There are two kinds of build, each with its own folder:
#   quick     a debug build with the parser that comes with the toolchain
#   release   the optimized program with the parser from source; static on Linux. Packages contain this one
#
#   reader_program KIND        prints the path of the executable
#   reader_is_fresh KIND       whether the executable exists and is newer than all sources
#   build_reader KIND          builds it. If that fails, prints one line, and for a release the compiler's output, and
#                              returns 1; or 2 if this toolchain cannot build the quick kind
#   link_reader FOLDER         links to the best fresh reader next to the `homescreen` in FOLDER; if there is none, removes
#                              an old link and returns 1
#   reader_tests [OPTION…]     builds the reader's tests, with the toolchain's parser if it has one, runs them, and prints
#                              their summary. The options are those of `swift test`
#   reader_tests_are_fresh     whether all tests have passed with these sources and this toolchain
#   check_reader               runs the tests unless they are fresh

# shellcheck disable=SC2154 # `root` is set by the script that sources this file.
reader_package=$root/Sources/homescreen-sources

reader_folder() {
  case $1 in
    quick) echo "$reader_package/.build-quick" ;;
    release) echo "$reader_package/.build" ;;
  esac
}

reader_program() {
  case $1 in
    quick) echo "$reader_package/.build-quick/debug/homescreen-sources" ;;
    release) echo "$reader_package/.build/release/homescreen-sources" ;;
  esac
}

reader_is_fresh() {
  reader_stamp=$(reader_folder "$1")/reader.stamp
  [ -x "$(reader_program "$1")" ] && [ -e "$reader_stamp" ] || return 1
  # The stamp of a quick reader holds the output of `ls` for the parser, which changes if the toolchain is upgraded.
  if [ -s "$reader_stamp" ]; then
    reader_parser=$(tail -n 1 "$reader_stamp")
    [ "$(ls -lnL "$(head -n 1 "$reader_stamp")" 2>/dev/null)" = "$reader_parser" ] || return 1
  fi
  [ -z "$(find "$root/Package.swift" "$root/Sources/AppSources" "$root/Sources/PropertyLists" "$root/Sources/CWork" \
    "$reader_package/Package.swift" "$reader_package/Sources" -newer "$reader_stamp" -print -quit 2>/dev/null)" ]
}

# Sets reader_host, the folder with the toolchain's parser, and reader_library.
reader_find_parser() {
  reader_host=$(swiftc -print-target-info 2>/dev/null | sed -n 's/^.*"runtimeResourcePath": "\(.*\)".*$/\1/p')/host
  for reader_library in "$reader_host/libSwiftParser.so" "$reader_host/libSwiftParser.dylib"; do
    [ ! -e "$reader_library" ] || [ ! -d "$reader_host/SwiftParser.swiftmodule" ] || return 0
  done
  echo "note: this toolchain does not include Swift's parser" >&2
  return 1
}

# reader_cannot_import LOG: whether a build failed because the toolchain's parser cannot be imported; prints a note if so.
reader_cannot_import() {
  grep -qE "(no such module|failed to build module|could not build module) '(SwiftParser|SwiftSyntax)'" "$1" || return 1
  echo "note: the parser that comes with this toolchain cannot be imported (see $1)" >&2
}

# reader_swift KIND COMMAND OPTION…: runs `swift build` or `swift test` for that kind of reader.
reader_swift() {
  reader_kind=$1
  reader_command=$2
  shift 2
  set -- "$reader_command" --package-path "$reader_package" --scratch-path "$(reader_folder "$reader_kind")" "$@"
  reader_limit=
  [ "$reader_command" != test ] || ! command -v timeout >/dev/null 2>&1 || reader_limit="timeout --kill-after=10 1200"
  case $reader_kind in
    quick)
      # HOMESCREEN_PARSER makes the manifest leave out the parser from source. The flags are not in the manifest, because
      # no other package could depend on a package with unsafe flags.
      HOMESCREEN_PARSER=toolchain $reader_limit swift "$@" -Xswiftc -I -Xswiftc "$reader_host" \
        -Xlinker -L -Xlinker "$reader_host" -Xlinker -rpath -Xlinker "$reader_host" </dev/null
      ;;
    release) $reader_limit swift "$@" </dev/null ;;
  esac
}

build_reader() {
  [ "$1" = release ] || reader_find_parser || return 2
  reader_place=$(reader_folder "$1")
  reader_stamp=$reader_place/reader.stamp
  reader_log=$reader_place/reader.log
  mkdir -p "$reader_place"
  # The stamp has the time when the build starts, so that files saved during the build are newer.
  : >"$reader_stamp.new"
  set -- "$1" build --product homescreen-sources
  case $1 in
    quick)
      echo "$reader_library" >"$reader_stamp.new"
      ls -lnL "$reader_library" >>"$reader_stamp.new"
      ;;
    release)
      set -- "$@" -c release
      # Apple's linker cannot make static executables.
      [ "$(uname -s)" = Darwin ] || set -- "$@" -Xswiftc -static-executable
      ;;
  esac
  if ! reader_swift "$@" >"$reader_log" 2>&1; then
    rm -f "$reader_stamp.new"
    if [ "$1" = release ]; then
      cat "$reader_log" >&2
      echo "error: the release build of the reader failed; the compiler's output is above." >&2
    elif reader_cannot_import "$reader_log"; then
      return 2
    else
      echo "note: the source reader could not be built (see $reader_log)" >&2
    fi
    return 1
  fi
  # Keep a copy, because a quick build rewrites the package's own file without the parser.
  [ "$1" = quick ] || cp "$reader_package/Package.resolved" "$reader_place/Package.resolved"
  mv -f "$reader_stamp.new" "$reader_stamp"
}

link_reader() {
  for reader_kind in release quick; do
    if reader_is_fresh "$reader_kind"; then
      reader_target=$(reader_program "$reader_kind")
      [ "$1/homescreen-sources" -ef "$reader_target" ] || ln -sfn "$reader_target" "$1/homescreen-sources"
      return 0
    fi
  done
  [ ! -L "$1/homescreen-sources" ] || rm -f "$1/homescreen-sources"
  return 1
}

# Prints a checksum of everything that the result of the tests depends on.
reader_fingerprint() {
  (
    cd "$root" || exit
    swift --version 2>&1
    find Package.swift Package.resolved scripts/lib/reader.sh Sources/AppSources Sources/PropertyLists Sources/CWork \
      Sources/homescreen-sources -name '.build*' -prune -o -name Package.resolved -path '*/homescreen-sources/*' -o \
      -type f -exec cksum {} + 2>/dev/null | LC_ALL=C sort
  ) | cksum
}

reader_tests_are_fresh() {
  [ "$(cat "$reader_package/.build-quick/tests.stamp" 2>/dev/null)" = "$(reader_fingerprint)" ]
}

reader_tests() {
  reader_passed=$(reader_fingerprint)
  reader_how=quick
  reader_find_parser || reader_how=release
  reader_place=$reader_package/.build-quick
  reader_log=$reader_place/tests.log
  mkdir -p "$reader_place"
  until reader_swift "$reader_how" build --build-tests >"$reader_log" 2>&1; do
    if [ "$reader_how" = quick ] && reader_cannot_import "$reader_log"; then reader_how=release; else
      cat "$reader_log" >&2
      echo "error: the build of the reader's tests failed; the compiler's output is above." >&2
      return 1
    fi
  done
  if ! reader_swift "$reader_how" test --skip-build --disable-xctest "$@" >"$reader_log" 2>&1; then
    # Leave out the tests that passed.
    grep -v -e '^✔' -e '^◇' -e '^↳' "$reader_log" >&2 || true
    echo "error: the reader's tests failed; run some of them with: scripts/sources --test --filter NAME" >&2
    return 1
  fi
  # Show skipped tests.
  grep '^➜' "$reader_log" | sort -u || true
  sed -n 's/^.*\(Test run with\)/    \1/p' "$reader_log"
  [ $# -gt 0 ] || echo "$reader_passed" >"$reader_place/tests.stamp"
}

check_reader() {
  if reader_tests_are_fresh; then echo "skipped: nothing has changed since the reader's tests passed"; else reader_tests; fi
}
