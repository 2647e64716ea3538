#!/usr/bin/env bash
# Grades the answers to all sets of questions whose documents are at hand:
#   run.sh FOOTNOTE [arguments of `footnote evaluate`]
# NORTHWIND names the folder of that set's documents, RESULTS a folder for the results (otherwise they are not kept).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
footnote=$1
shift
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
results=${RESULTS:-$made/results}
mkdir -p "$results" "$made/debian"
python3 -B "$here/office/make.py" "$made/office"
# A package that is not installed has no documentation; its questions are graded all the same.
(cd /usr/share/doc && xargs -a "$here/debian.txt" cp -L --parents -t "$made/debian") || true

graded() {
  local set=$1 documents=$2
  shift 2
  FOOTNOTE_LOG=${FOOTNOTE_LOG:-error} "$footnote" evaluate --json --documents "$documents" --data "$made/data/$set" \
    "$@" "$here/$set.jsonl" > "$results/$set.jsonl"
}

graded sample "$here/../../../sample/documents" "$@"
graded office "$made/office" "$@"
graded debian "$made/debian" "$@"
[ -z "${NORTHWIND:-}" ] || graded northwind "$NORTHWIND" "$@"
python3 -B "$here/total.py" "$results"/*.jsonl
