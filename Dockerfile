# Footnote in one small container: built by the same make targets as on a laptop. `make image` builds it.

# Without an embedding model: MODEL=none. The image is then 90 MB smaller, and documents are found by their words.
ARG MODEL=fetched

FROM node:20-bookworm-slim AS node

FROM python:3.13-slim-bookworm AS model
ARG MODEL
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
COPY Makefile ./
RUN mkdir /fetched && if [ "$MODEL" != none ]; then make model FOOTNOTE_DATA=/fetched; fi

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev make && rm -rf /var/lib/apt/lists/*
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /footnote
ENV CARGO_TARGET_DIR=/target
# It changes rarely, so it has a layer of its own.
COPY Makefile rust-toolchain.toml ./
COPY src/tools/bindgen src/tools/bindgen
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/target make bindgen wasm-split
COPY end2end/package.json end2end/package-lock.json end2end/.npmrc end2end/
RUN make node-tools
COPY . .
# Compiled dependencies stay in the cache mount from one build to the next. Cargo tells by times what has changed,
# and sources of another checkout may be older than what was built of the last one.
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/target \
  find src style -type f -exec touch {} + && make package PACKAGE=/dist

FROM debian:bookworm-slim
# Tesseract reads scans, in English; others are added as packages such as tesseract-ocr-deu.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tesseract-ocr tesseract-ocr-eng && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 footnote && useradd --uid 10001 --gid 10001 --no-log-init --no-create-home --home-dir /data footnote \
  && install -d -o footnote -g footnote /data
COPY --from=build /dist /opt/footnote
# A new volume begins with it; over a folder of one's own, `make model` fetches it.
COPY --from=model --chown=10001:10001 /fetched /data
# By its number, which Kubernetes can tell from root.
USER 10001:10001
WORKDIR /opt/footnote
ENV FOOTNOTE_ADDRESS=0.0.0.0:3000 \
    FOOTNOTE_DATA=/data \
    FOOTNOTE_DOCUMENTS=/opt/footnote/documents
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["/opt/footnote/footnote", "health"]
ENTRYPOINT ["/opt/footnote/footnote"]
CMD ["serve"]
