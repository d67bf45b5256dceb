#!/bin/sh
# The second step of the Action: runs homescreen with the inputs (INPUT_…), writes annotations, the summary of the job
# and the file for code scanning, and keeps the exit code for the last step, so that the file is uploaded whatever was
# found.
set -eu

# Hands the last step its exit code, and the upload its file.
finish() {
  printf 'exit-code=%s\nsarif=%s\n' "$1" "${2-}" >>"${GITHUB_OUTPUT:?}"
  exit 0
}

# Nothing of an input is repeated: a line of it could be a command for the runner.
refuse() {
  printf '::error::%s\n' "$*"
  finish 64
}

# The lines of an input, without blanks around them and without blank lines.
lines_of() {
  printf '%s\n' "$1" | tr -d '\r' | sed -e 's/^[[:blank:]]*//' -e 's/[[:blank:]]*$//' -e '/^$/d'
}

newline='
'
command=${INPUT_COMMAND:-lint}
sarif=${INPUT_SARIF:-homescreen.sarif}
case $command in
  lint | check | run) ;;
  *) refuse "The input “command” is lint, check or run." ;;
esac
case $sarif in
  *"$newline"* | *"$(printf '\r')"*) refuse "The input “sarif” is the path of one file, in one line." ;;
esac

case ${INPUT_TRUST:-false} in
  true) trust=--trust ;;
  false) trust= ;;
  *) refuse "The input “trust” is true or false." ;;
esac

paths=$(lines_of "${INPUT_PATHS-}")
set -f
IFS=$newline
# shellcheck disable=SC2046,SC2086 # each line is one argument
set -- ${paths:-.} $trust $(lines_of "${INPUT_ARGUMENTS-}")
unset IFS
set +f

code=0
if [ "$command" = run ]; then
  # It writes annotations and the summary by itself.
  homescreen run "$@" || code=$?
  finish "$code"
fi

# Whether a link of the workspace on the way to a folder leads out of it, or to what belongs to version control. Who made the checkout has put it there, and what
# is removed and written must not be elsewhere.
leads_out() {
  workspace=$(pwd -P)
  way=$1
  while [ "$way" != . ] && [ "$way" != / ]; do
    above=$(dirname -- "$way")
    if [ -L "$way" ]; then
      place=$(cd -P -- "$above" && pwd -P)
      target=$(cd -P -- "$way" 2>/dev/null && pwd -P) || target=
      case $target/ in */.[Gg][Ii][Tt]/* | */.hg/* | */.svn/* | */.jj/* | */.bzr/* | */.sl/* | */.pijul/* | */_darcs/* | */CVS/*) return 0 ;; esac
      case $place/ in
        "$workspace"/*) case $target/ in "$workspace"/*) ;; *) return 0 ;; esac ;;
      esac
    fi
    way=$above
  done
  return 1
}

folder=$(dirname -- "$sarif")
if leads_out "$folder"; then
  refuse "The input “sarif” leads out of the workspace through a symbolic link. Remove the link, or name another path."
fi
mkdir -p -- "$folder"
# That of an earlier step must not pass for this one's.
rm -f -- "$sarif"
summary=$(mktemp)
homescreen "$command" "$@" --fail-on "${INPUT_FAIL_ON:-error}" \
  --format github --format "sarif=$sarif" --format "markdown=$summary" || code=$?
cat "$summary" >>"${GITHUB_STEP_SUMMARY:?}"
rm -f "$summary"
# A command line that cannot be understood writes none.
[ -e "$sarif" ] || sarif=
finish "$code" "$sarif"
