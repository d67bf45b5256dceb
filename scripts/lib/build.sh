# Sourced, not run: builds the program. Needs `root` (the repository) and packages.sh. KIND is debug or release.
#
#   program_path KIND      prints the path of the executable
#   build_flags KIND       prints the flags of `swift build`
#   build_is_fresh KIND    whether the executable exists and is newer than all sources
#   build_homescreen KIND  builds it and shows progress on standard error; exits the script if the build fails
#   build_if_needed KIND   builds it unless it is fresh
#   run_build WHAT STEPS SECONDS LOG COMMAND…   runs any `swift build` with progress; keeps the log if it fails
#   require_swift          exits the script if Swift is missing
#   source_version         prints the version in the sources
#
# The debug build uses the flags of a plain `swift build`, so that `swift build`, `swift test` and the scripts share it.

# shellcheck disable=SC2154 # `root` is set by the script that sources this file.

program_path() {
  echo "$root/.build/$1/homescreen"
}

source_version() {
  sed -n 's/.*static let version = "\(.*\)"/\1/p' "$root/Sources/Platform/Homescreen.swift"
}

# The stamp has the time when the build started, so that files saved during the build are newer.
build_is_fresh() {
  [ -x "$root/.build/$1/homescreen" ] && [ -e "$root/.build/homescreen-$1.stamp" ] &&
    [ -z "$(find "$root/Package.swift" "$root/Sources" "$root/lua" \
      -path "$root/Sources/homescreen-sources" -prune -o -path "$root/Sources" -o \
      -newer "$root/.build/homescreen-$1.stamp" -print -quit 2>/dev/null)" ]
}

build_if_needed() {
  build_is_fresh "$1" || build_homescreen "$1"
}

require_swift() {
  require_packages liblua5.4-dev libedit-dev zlib1g-dev pkg-config
  if ! command -v swift >/dev/null 2>&1; then
    echo "error: swift is missing. Install Swift 6.2 or later (https://www.swift.org/install) and add it to PATH." >&2
    exit 69
  fi
}

# Apple's linker cannot make static executables.
build_flags() {
  case $1$(uname -s) in
    releaseDarwin) echo "-c release" ;;
    release*) echo "-c release -Xswiftc -static-executable" ;;
  esac
}

build_homescreen() {
  require_swift
  mkdir -p "$root/.build"
  build_first_steps=0
  build_first_seconds=0
  build_kind=$1
  case $build_kind in
    debug) [ -e "$root/.build/debug" ] || { build_first_steps=1420; build_first_seconds=110; } ;;
    release) [ -e "$root/.build/release" ] || build_first_seconds=340 ;;
  esac
  build_new_stamp=$root/.build/homescreen-$build_kind.stamp.$$
  : >"$build_new_stamp"
  # shellcheck disable=SC2046 # flags without spaces
  if ! run_build "homescreen ($build_kind)" "$build_first_steps" "$build_first_seconds" "$root/.build/homescreen-$build_kind.log.$$" \
    swift build --package-path "$root" --product homescreen $(build_flags "$build_kind"); then
    rm -f "$build_new_stamp"
    exit 1
  fi
  mv -f "$build_new_stamp" "$root/.build/homescreen-$build_kind.stamp"
}

# Runs a build in the background and reports its progress on standard error: once a second at a terminal, otherwise once
# a minute. STEPS is the approximate number of steps of a clean build, which a debug build finds out only as it runs, and
# SECONDS its usual time on two cores; 0 if unknown.
run_build() {
  build_what=$1
  build_steps=$2
  build_seconds=$3
  build_log=$4
  shift 4
  build_start=$(date +%s)
  build_reported=0
  build_usual=
  [ "$build_seconds" -eq 0 ] || build_usual="; the first build takes about $(build_time "$build_seconds") on two fast cores"
  echo "Building $build_what$build_usual. Log: $build_log" >&2
  "$@" </dev/null >"$build_log" 2>&1 &
  build_process=$!
  # Background processes of the shell ignore Ctrl-C.
  trap 'kill "$build_process" 2>/dev/null; wait "$build_process"; rm -f "$build_log" "${build_new_stamp-}"; exit 130' INT TERM
  while kill -0 "$build_process" 2>/dev/null; do
    sleep 1
    build_elapsed=$(($(date +%s) - build_start))
    if [ -t 2 ]; then
      printf '\r\033[K%s' "$(build_progress)" >&2
    elif [ $((build_elapsed / 60)) -gt "$build_reported" ]; then
      build_reported=$((build_elapsed / 60))
      echo "$build_what: $(build_progress)" >&2
    fi
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
  build_code=0
  wait "$build_process" || build_code=$?
  trap - INT TERM
  if [ "$build_code" -ne 0 ]; then
    # Leave out the progress lines.
    grep -v '^\[[0-9]*/[0-9]*\] ' "$build_log" >&2 || cat "$build_log" >&2
    echo "error: the build of $build_what failed; the compiler's errors are above, and in $build_log" >&2
    return 1
  fi
  rm -f "$build_log"
  echo "Built $build_what in $(build_time $(($(date +%s) - build_start)))." >&2
}

# Prints "[612/1204] compiling LuaAPI, about 2 min left", from the last line of the log with step numbers.
build_progress() {
  tail -c 4000 "$build_log" 2>/dev/null | awk -v elapsed="$build_elapsed" -v usual="$build_seconds" -v steps="$build_steps" '
    match($0, /\[[0-9]+\/[0-9]+\] [A-Z][a-z]+ [^ ]+( [^ ]+)?/) {
      split(substr($0, RSTART + 1, RLENGTH - 1), part, /[\/\] ]+/)
      done = part[1]; total = part[2]
      what = tolower(part[3]) " " (part[4] == "module" ? part[5] : part[4])
    }
    END {
      if (!total) { print "preparing"; exit }
      if (total < steps) total = steps
      left = steps ? elapsed * (total - done) / done : usual - elapsed
      printf "[%d/%d] %s", done, total, what
      if (left >= 100) printf ", about %d min left", left / 60 + 0.5
      else if (left >= 5) printf ", about %d s left", int(left / 10 + 1) * 10
      print ""
    }'
}

build_time() {
  if [ "$1" -lt 60 ]; then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi
}

# The build with AddressSanitizer that the tests and the fuzzers share; Package.swift has its flags. Everything but the
# tests is optimised, which saves more time than it costs, and assertions stay on. There is no debug information: reports
# name functions only, and `swift test --sanitize=address` finds the line.
sanitized=$root/.build-sanitized
sanitized_bin=$sanitized/release

# sanitized_swift COMMAND ARGUMENT…: runs `swift COMMAND` for this build, for at most an hour.
sanitized_swift() {
  sanitized_command=$1
  shift
  HOMESCREEN_SANITIZER=$(fuzzer_library) limited 3600 swift "$sanitized_command" -c release \
    --package-path "$root" --scratch-path "$sanitized" -debug-info-format none "$@"
}

# limited SECONDS COMMAND…: runs a command with a timeout, so that a hang is a failure.
limited() {
  if command -v timeout >/dev/null 2>&1; then timeout --kill-after=10 "$@"; else
    shift
    "$@"
  fi
}

# Prints the path of the toolchain's libFuzzer; nothing if it has none, as on a Mac.
fuzzer_library() {
  fuzzer_folder=$(swiftc -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  ls "$fuzzer_folder/clang/lib/linux/libclang_rt.fuzzer_no_main-$(uname -m).a" 2>/dev/null || true
}
