#!/bin/sh
# The first step of the Action: installs homescreen from HOMESCREEN_WHEEL, and homescreen-sources from
# HOMESCREEN_SOURCES_WHEEL if it is set. Adds their folder to the PATH of the next steps.
set -eu

scripts=$(CDPATH='' cd -P -- "$(dirname -- "$(realpath -- "$0")")/.." && pwd)
. "$scripts/lib/wheel.sh"

folder=${RUNNER_TEMP:?}/homescreen
if [ -z "${HOMESCREEN_WHEEL-}" ]; then
  echo "::error::The input “wheel” is empty; set it to the path or URL of the homescreen wheel."
  exit 64
fi
install_wheel "$folder" "$HOMESCREEN_WHEEL" ${HOMESCREEN_SOURCES_WHEEL:+"$HOMESCREEN_SOURCES_WHEEL"}
echo "$folder/bin" >>"${GITHUB_PATH:?}"
"$folder/bin/homescreen" --version
