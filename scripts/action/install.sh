#!/bin/sh
# The first step of the Action: installs homescreen from HOMESCREEN_WHEEL, and hands its folder to the steps after it.
set -eu

scripts=$(CDPATH='' cd -P -- "$(dirname -- "$(realpath -- "$0")")/.." && pwd)
. "$scripts/lib/wheel.sh"

folder=${RUNNER_TEMP:?}/homescreen
install_wheel "$folder" "${HOMESCREEN_WHEEL:-homescreen}"
echo "$folder/bin" >>"${GITHUB_PATH:?}"
"$folder/bin/homescreen" --version
