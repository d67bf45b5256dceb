# Sourced by scripts/test, not run: the functions for its steps. Needs `root`, `work`, fail and the functions of build.sh
# and reader.sh. scripts/test indents the output of a step.

# quietly WHAT COMMAND…: runs a command and shows its output only if it fails.
quietly() {
  quietly_what=$1
  shift
  quietly_log=$(mktemp "$work/log.XXXXXX")
  "$@" >"$quietly_log" 2>&1 || {
    cat "$quietly_log" >&2
    fail "$quietly_what"
  }
}

# run_tests WHAT COMMAND…: runs tests; prints the skipped tests and the summary, or the failures.
run_tests() {
  tests_what=$1
  shift
  tests_log=$(mktemp "$work/tests.XXXXXX")
  if ! "$@" >"$tests_log" 2>&1; then
    grep -v -e '^✔' -e '^◇' -e '^↳' "$tests_log" >&2 || true
    tail -n 3 "$tests_log" >&2
    fail "$tests_what"
  fi
  [ -z "${HOMESCREEN_TEST_LOG-}" ] || cp "$tests_log" "$HOMESCREEN_TEST_LOG"
  grep '^➜' "$tests_log" | sort -u || true
  sed -n 's/^.*\(Test run with\)/\1/p' "$tests_log" | tee "${tests_summary:-$work/summary}" | grep . || fail "$tests_what: the output has no summary line"
}

# Limits -----------------------------------------------------------------------------------------------------------------

# check_limit NAME VALUE: fails if the value exceeds its limit in scripts/limits.
check_limit() {
  limit_row=$(awk -v name="$1" '$1 == name' "$root/scripts/limits")
  [ -n "$limit_row" ] || fail "scripts/limits has no row “$1”"
  limit_value=$(echo "$limit_row" | awk '{ print $2 }')
  limit_what=$(echo "$limit_row" | awk '{ $1 = $2 = ""; sub(/^ +/, ""); print }')
  if awk -v value="$2" -v limit="$limit_value" 'BEGIN { exit !(value > limit) }'; then
    fail "$2 $limit_what: the limit in scripts/limits is $limit_value. Remove something, or raise it and say why in the commit."
  fi
  echo "$2 of at most $limit_value $limit_what"
}

swift_sources() {
  find Sources \( -name '.build*' -o -name Tests \) -prune -o -name '*.swift' -print
}

check_limits() {
  check_limit swift-lines "$(swift_sources | tr '\n' '\0' | xargs -0 cat | wc -l | tr -d ' ')"
  check_limit swift-files "$(swift_sources | wc -l | tr -d ' ')"
  check_limit targets "$(sed '/HOMESCREEN_SANITIZER/q' Package.swift | grep -cE '^ +\.(target|executableTarget|systemLibrary)\(')"
  check_limit readme-lines "$(wc -l <README.md | tr -d ' ')"
}

# check_help_limit PROGRAM
check_help_limit() {
  check_limit help-lines "$(COLUMNS=80 "$1" --help | wc -l | tr -d ' ')"
}

# Measures a fixed compiler task in hundredths of a second. The times of steps are compared with it, because machines
# differ.
measure_machine() {
  awk 'BEGIN {
    for (i = 0; i < 600; i++)
      printf "public func f%d(_ a: [Int], _ b: [String: Int]) -> [Int] { a.map { $0 &* %d }.filter { $0 > (b[\"%d\"] ?? 0) } }\n", i, i, i
  }' >"$work/machine.swift"
  machine_start=$(hundredths)
  quietly "the compiler" swiftc -parse-as-library -emit-object -o "$work/machine.o" "$work/machine.swift"
  echo $(($(hundredths) - machine_start)) >"$work/machine"
}

# Prints the hundredths of a second since the system started, or whole seconds if there is no /proc.
hundredths() {
  if [ -r /proc/uptime ]; then sed 's/\([0-9]*\)\.\([0-9]*\) .*/\1\2/' /proc/uptime; else echo "$(date +%s)00"; fi
}

# check_time NAME STEP: compares the seconds of a step with the compiler task.
check_time() {
  time_seconds=$(awk -F '\t' -v name="$2" '$2 == name { print $1 }' "$work/seconds")
  check_limit "$1" "$(awk -v seconds="$time_seconds" -v unit="$(cat "$work/machine")" \
    'BEGIN { printf "%.1f", seconds * 100 / unit }')"
}

check_times() {
  if [ "$tests_usual" -gt 0 ]; then check_time build-time "Debug build, with tests"; fi
  check_time scenarios-time "Built-in scenarios, twice"
  check_time tests-time "All tests"
}

# Targets ----------------------------------------------------------------------------------------------------------------

# Prints “TARGET TYPE DEPENDENCY…” for each target of the package.
describe_targets() {
  swift package describe 2>/dev/null | awk '
    /^Targets:/ { inside = 1; next }
    /^[^ ]/ { inside = 0 }
    inside && /^    Name: / { if (name) print name, type, list; name = $2; list = ""; type = "?" }
    inside && /^    Type: / { type = $2 }
    inside && /^    [^ ]/ { listing = /^    Target [Dd]ependencies:/ }
    inside && /^        [^ ]/ && listing { list = list " " $1 }
    END { if (name) print name, type, list }'
}

# test_targets TARGET…: prints the test targets that are among these or depend on one of them, one per line.
test_targets() {
  describe_targets >"$work/targets"
  for target_name in "$@"; do
    awk -v name="$target_name" '$1 == name { found = 1 } END { exit !found }' "$work/targets" || {
      echo "error: unknown target “$target_name”; use one of:" >&2
      awk '{ printf " %s", $1 } END { print "" }' "$work/targets" >&2
      return 64
    }
  done
  awk -v chosen="$*" '
    BEGIN { split(chosen, names, " "); for (i in names) hit[names[i]] = 1 }
    { line[NR] = $0; name[NR] = $1; type[NR] = $2 }
    END {
      do {
        grew = 0
        for (i = 1; i <= NR; i++) if (!hit[name[i]]) {
          split(line[i], part, " ")
          for (j = 3; j in part; j++) if (hit[part[j]]) { hit[name[i]] = 1; grew = 1; break }
        }
      } while (grew)
      for (i = 1; i <= NR; i++) if (hit[name[i]] && type[i] == "test") print name[i]
    }' "$work/targets"
}

# changed_targets REV: prints the targets with files that differ from a revision, one per line; “all” if the manifest
# differs.
changed_targets() {
  { git diff --name-only "$1" -- && git ls-files --others --exclude-standard; } >"$work/changed" ||
    fail "git cannot compare with $1"
  while IFS= read -r changed_path; do
    case $changed_path in
      Package.swift) echo all ;;
      Sources/homescreen-sources/*) echo reader ;;
      lua/*) echo CEmbedded ;;
      Tests/Fuzz/* | Tests/Packages/* | Tests/Browser/*) ;;
      Sources/AppSources/* | Sources/PropertyLists/* | Sources/CWork/*)
        echo "$changed_path" | cut -d / -f 2
        echo reader
        ;;
      Sources/*/* | Tests/*/*) echo "$changed_path" | cut -d / -f 2 ;;
      README.md | *.docc/*) echo CommandLineTests ;;
    esac
    # These tests read all files of the repository.
    echo RepositoryTests
  done <"$work/changed" | sort -u
}

# Debug ------------------------------------------------------------------------------------------------------------------

build_tests() {
  run_build "the tests (debug)" "$tests_steps" "$tests_usual" "$work/build" swift build --build-tests ||
    fail "the build of the tests (swift build --build-tests)"
}

run_unit_tests() {
  run_tests "tests (some of them: swift test --filter NAME)" limited 1800 swift test --skip-build --disable-xctest "$@"
}

# Prints the trace hashes of the built-in scenarios, one per line.
trace_hashes() {
  hashes_file=$(mktemp "$work/hashes.XXXXXX")
  "$1" run --built-in --format json >"$hashes_file" 2>"$hashes_file.errors" || {
    cat "$hashes_file" "$hashes_file.errors" >&2
    fail "a built-in scenario failed; see it with: $1 run --built-in"
  }
  grep -o '"traceHash":"[^"]*"' "$hashes_file" || fail "the events of a run carry no traceHash"
}

# check_scenarios PROGRAM NAME: two runs leave the same traces; the first ones are kept as `$work/hashes-NAME`.
check_scenarios() {
  trace_hashes "$1" >"$work/hashes-$2"
  trace_hashes "$1" >"$work/again-$2"
  compare_traces "$work/hashes-$2" "$work/again-$2" "two runs of the same scenarios"
}

# compare_traces FILE FILE WHAT
compare_traces() {
  cmp -s "$1" "$2" || {
    diff "$1" "$2" >&2 || true
    fail "the trace hashes differ between $3"
  }
  echo "$(wc -l <"$1" | tr -d ' ') trace hashes, the same in $3"
}

# Release ----------------------------------------------------------------------------------------------------------------

check_static() {
  [ "$(uname -s)" = Linux ] || return 0
  # A static executable has no program interpreter and needs no libraries.
  readelf -lW "$release" >"$work/headers"
  if grep -q 'INTERP' "$work/headers"; then fail "the executable is not static: it has a program interpreter"; fi
  readelf -dW "$release" >"$work/dynamic"
  if grep -q 'NEEDED' "$work/dynamic"; then
    cat "$work/dynamic" >&2
    fail "the executable is not static: it needs the shared libraries above"
  fi
}

check_foundation() {
  # Swift keeps module names as strings, even in a stripped executable, so the string `Foundation` is present only if the
  # module is linked in; FoundationEssentials is a different string. ICU contains the name of its data.
  strings -a "$release" >"$work/strings"
  if grep -qxE 'Foundation|FoundationInternationalization|_FoundationICU' "$work/strings"; then
    fail "the executable contains Foundation: look for 'import Foundation' (FoundationEssentials is allowed)"
  fi
  if grep -qE 'icudt[0-9]+[lbe]?' "$work/strings"; then fail "the executable contains ICU's data"; fi
}

check_repl() {
  repl_code=0
  printf 'print(1+1)\n' | "$release" repl >"$work/out" 2>"$work/errors" || repl_code=$?
  [ "$repl_code" -eq 0 ] || {
    cat "$work/errors" >&2
    fail "'print(1+1)' in the REPL exits with $repl_code, expected 0"
  }
  [ "$(cat "$work/out")" = 2 ] || fail "'print(1+1)' in the REPL prints: $(cat "$work/out")"

  repl_code=0
  printf 'error("x")\n' | "$release" repl >"$work/out" 2>"$work/errors" || repl_code=$?
  [ "$repl_code" -eq 1 ] || fail "'error(\"x\")' in the REPL exits with $repl_code, expected 1"
  [ ! -s "$work/out" ] || fail "'error(\"x\")' in the REPL writes to standard output: $(cat "$work/out")"
  [ -s "$work/errors" ] || fail "'error(\"x\")' in the REPL prints nothing on standard error"
}

# With only three file descriptors, a static executable starts, but a dynamic one cannot load its libraries.
check_descriptors() {
  [ "$(uname -s)" = Linux ] || return 0
  printf "it('holds', function() end)\n" >"$work/script.lua"
  (ulimit -n 3 && exec "$release" explain ICON-039) >"$work/out" 2>"$work/errors" ||
    fail "with three descriptors 'explain ICON-039' fails: $(cat "$work/errors")"
  grep -q '^ICON-039' "$work/out" || fail "with three descriptors 'explain ICON-039' prints: $(cat "$work/out")"
  descriptors_code=0
  (ulimit -n 3 && exec "$release" run "$work/script.lua") >"$work/out" 2>"$work/errors" || descriptors_code=$?
  [ "$descriptors_code" -eq 66 ] || fail "with three descriptors 'run FILE' exits with $descriptors_code, expected 66"
  grep -q 'Too many open files' "$work/out" || fail "with three descriptors 'run FILE' prints: $(cat "$work/out")"
}

check_release() {
  check_static
  check_foundation
  check_repl
  check_descriptors
  echo "static, no Foundation, REPL works through a pipe, three descriptors are enough"
}

# Runs a sample of failing system calls. Without strace it prints that they are skipped.
check_faults() {
  want_package strace
  faults_log=$work/faults
  limited 600 "$root/scripts/faults" --seconds 60 "$release" >"$faults_log" 2>&1 || {
    cat "$faults_log" >&2
    fail "failing system calls (to repeat one: scripts/faults --only CALL:ERROR:NUMBER; to run all: scripts/faults)"
  }
  tail -n 1 "$faults_log"
}

# Makes the packages for distribution, and tests their layouts and that they install and run.
check_packages() {
  quietly "the packages (scripts/package --repository URL)" "$root/scripts/package" --repository https://example.com/homescreen
  if ! limited 1500 python3 -B -m unittest discover -v -s Tests/Packages >"$work/packages" 2>&1; then
    cat "$work/packages" >&2
    fail "the packages (scripts/package --repository URL, then: python3 -m unittest discover -v -s Tests/Packages)"
  fi
  # Python prints a reason with an apostrophe in double quotes.
  sed -n -e "s/^.* skipped '\(.*\)'$/skipped: \1/p" -e 's/^.* skipped "\(.*\)"$/skipped: \1/p' "$work/packages" | sort -u
  sed -n '/^Ran /p' "$work/packages"
}

# Site -------------------------------------------------------------------------------------------------------------------

# Builds the documentation as a site. DocC reports broken links.
check_site() {
  want_package cmark-gfm
  want_package python3
  for site_program in docc cmark-gfm python3; do
    command -v "$site_program" >/dev/null || {
      echo "skipped: the documentation site, because $site_program is missing"
      return
    }
  done
  site_log=$work/site.log
  "$root/scripts/site" "$work/site" --release >"$site_log" 2>&1 || {
    cat "$site_log" >&2
    fail "the documentation site (scripts/site FOLDER)"
  }
  tail -n 1 "$site_log" | sed 's/ in .*; / in the site; /'
}

# Tests the report pages in Chromium with keys and clicks.
check_pages() {
  command -v chromium >/dev/null 2>&1 || {
    echo "skipped: report pages, because chromium is missing"
    return
  }
  if ! HOMESCREEN="$release" limited 900 python3 -B -m unittest discover -s Tests/Browser >"$work/pages" 2>&1; then
    cat "$work/pages" >&2
    fail "the report pages (HOMESCREEN=$release python3 -m unittest discover -s Tests/Browser)"
  fi
  sed -n '/^Ran /p' "$work/pages"
}

# Sanitizers -------------------------------------------------------------------------------------------------------------

# Whether the toolchain has AddressSanitizer and libFuzzer.
has_sanitizer() {
  [ -n "$(fuzzer_library)" ] || return 1
  echo 'public func probe() {}' >"$work/probe.swift"
  swiftc -parse-as-library -emit-library -sanitize=address "$work/probe.swift" -o "$work/probe" >/dev/null 2>&1
}

build_sanitized() {
  run_build "the tests and fuzzers (AddressSanitizer)" 0 0 "$work/sanitized" sanitized_swift build --build-tests ||
    fail "the build with AddressSanitizer"
}

# Runs the tests with AddressSanitizer and twice as much fuzzing.
run_sanitized_tests() {
  export HOMESCREEN_FUZZ_ROUNDS="${HOMESCREEN_FUZZ_ROUNDS-1200}"
  run_tests "the tests with AddressSanitizer (to repeat: scripts/test --job sanitizer)" \
    sanitized_swift test --skip-build --disable-xctest
}

# Runs the tests that cannot use AddressSanitizer, with the release build of the program.
run_plain_tests() {
  tests_summary=$work/summary-plain
  export HOMESCREEN_EXECUTABLE="$release"
  run_tests "tests without AddressSanitizer (to repeat: HOMESCREEN_EXECUTABLE=$release swift test --filter SupervisionTests)" \
    sanitized_swift test --skip-build --disable-xctest --filter SupervisionTests
}

run_fuzzers() {
  "$root/scripts/fuzz" 8 plist strings pbxproj xcconfig contents icon xcstrings image tree 2>"$work/fuzz" || {
    cat "$work/fuzz" >&2
    fail "libFuzzer"
  }
}

# Runs the same programs each time, so that the result is not random. `scripts/fuzz lua` runs others.
run_lua_fuzzer() {
  "$root/scripts/fuzz" lua 60 --seed 1 2>"$work/fuzz-lua" || {
    cat "$work/fuzz-lua" >&2
    fail "random Lua programs"
  }
}
