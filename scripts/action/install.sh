#!/bin/sh
# The first step of the Action: installs homescreen from HOMESCREEN_WHEEL, and the reader of code from
# HOMESCREEN_SOURCES_WHEEL if it is set, and hands their folder to the steps after it.
set -eu

scripts=$(CDPATH='' cd -P -- "$(dirname -- "$(realpath -- "$0")")/.." && pwd)
. "$scripts/lib/wheel.sh"

folder=${RUNNER_TEMP:?}/homescreen
if [ -z "${HOMESCREEN_WHEEL-}" ]; then
  echo "::error::The input “wheel” names the wheel of homescreen, by its path or its address; it is empty."
  exit 64
fi
install_wheel "$folder" "$HOMESCREEN_WHEEL" ${HOMESCREEN_SOURCES_WHEEL:+"$HOMESCREEN_SOURCES_WHEEL"}
echo "$folder/bin" >>"${GITHUB_PATH:?}"
"$folder/bin/homescreen" --version
