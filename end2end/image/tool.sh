#!/bin/sh
# Names the tool that builds and runs images: the first of these that works here. Docker's client alone does not.
for tool in docker podman buildah; do
  if $tool info > /dev/null 2>&1; then
    echo $tool
    exit
  fi
done
echo "An image is built and run by docker, podman or buildah: none of them works here." >&2
exit 1
