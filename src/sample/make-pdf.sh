#!/usr/bin/env bash
# Prints handbook.html to documents/staff-handbook.pdf, one chapter a page. Run after editing handbook.html.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
timeout 60 "${CHROMIUM:-/usr/bin/chromium}" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
  --disable-background-networking --disable-component-update --disable-sync \
  --no-pdf-header-footer --user-data-dir="$profile" \
  --print-to-pdf="$here/documents/staff-handbook.pdf" "file://$here/handbook.html"
