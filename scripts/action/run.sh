#!/bin/sh
# The second step of the Action: runs homescreen with the inputs (INPUT_…), and writes annotations, the job summary and
# the SARIF file. The last step exits with the exit code, so that the file is uploaded even if there are findings.
set -eu

# finish CODE [SARIF]: sets the outputs for the last step and the upload.
finish() {
  printf 'exit-code=%s\nsarif=%s\n' "$1" "${2-}" >>"${GITHUB_OUTPUT:?}"
  exit 0
}

# Reports an invalid input. Messages never contain its value, because a line of it could be a command for the runner.
refuse() {
  printf '::error::%s\n' "$*"
  finish 64
}

# Prints the lines of an input, trimmed and without blank lines.
lines_of() {
  printf '%s\n' "$1" | tr -d '\r' | sed -e 's/^[[:blank:]]*//' -e 's/[[:blank:]]*$//' -e '/^$/d'
}

newline='
'
command=${INPUT_COMMAND:-lint}
sarif=${INPUT_SARIF:-homescreen.sarif}
case $command in
  lint | check | run) ;;
  *) refuse "The input “command” must be lint, check or run." ;;
esac
case $sarif in
  *"$newline"* | *"$(printf '\r')"*) refuse "The input “sarif” must be one path on one line." ;;
esac

case ${INPUT_TRUST:-false} in
  true) trust=--trust ;;
  false) trust= ;;
  *) refuse "The input “trust” must be true or false." ;;
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
  # `run` writes the annotations and the summary itself.
  homescreen run "$@" || code=$?
  finish "$code"
fi

# leads_out FOLDER: whether a symbolic link in the path leads from the workspace to another folder, or into a folder of
# version control. The checkout may contain such a link, and this script must not remove or write files through it.
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
  refuse "The input “sarif” leads out of the workspace through a symbolic link. Remove the link or use another path."
fi
mkdir -p -- "$folder"
# A file that an earlier step wrote must not be uploaded for this step.
rm -f -- "$sarif"
summary=$(mktemp)
homescreen "$command" "$@" --fail-on "${INPUT_FAIL_ON:-error}" \
  --format github --format "sarif=$sarif" --format "markdown=$summary" || code=$?
cat "$summary" >>"${GITHUB_STEP_SUMMARY:?}"
rm -f "$summary"
# After a usage error there is no file.
[ -e "$sarif" ] || sarif=
finish "$code" "$sarif"
