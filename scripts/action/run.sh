#!/bin/sh
# The second step of the Action: runs homescreen with the inputs (INPUT_…), writes annotations, the summary of the job
# and the file for code scanning, and keeps the exit code for the last step, so that the file is uploaded whatever was
# found.
set -eu

# The arguments: paths and more, one a line.
add_lines() {
  while IFS= read -r line; do
    [ -z "$line" ] || printf '%s\n' "$line"
  done <<END
$1
END
}
set -f
IFS='
'
# shellcheck disable=SC2046 # each line is one argument
set -- $(add_lines "${INPUT_PATHS:-.}") $(add_lines "${INPUT_ARGUMENTS-}")
unset IFS
set +f

sarif=
case ${INPUT_COMMAND:-lint} in
  lint | check)
    sarif=${INPUT_SARIF:-homescreen.sarif}
    summary=$(mktemp)
    code=0
    homescreen "${INPUT_COMMAND:-lint}" "$@" --fail-on "${INPUT_FAIL_ON:-error}" \
      --format github --format "sarif=$sarif" --format "markdown=$summary" || code=$?
    cat "$summary" >>"${GITHUB_STEP_SUMMARY:?}"
    rm -f "$summary"
    # A command line that cannot be understood writes none.
    [ -e "$sarif" ] || sarif=
    ;;
  run)
    # It writes annotations and the summary by itself.
    code=0
    homescreen run "$@" || code=$?
    ;;
  *)
    echo "::error::The input “command” is lint, check or run, not “${INPUT_COMMAND}”."
    code=64
    ;;
esac
{
  echo "exit-code=$code"
  echo "sarif=$sarif"
} >>"${GITHUB_OUTPUT:?}"
