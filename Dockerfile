# syntax=docker/dockerfile:1
# Footnote in one small container: built by the same make targets as on a laptop.

FROM node:20-bookworm-slim AS node

FROM python:3.13-slim-bookworm AS model
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
COPY Makefile ./
RUN make model FOOTNOTE_DATA=/fetched

FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev make && rm -rf /var/lib/apt/lists/*
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /footnote
ENV CARGO_TARGET_DIR=/target
# It changes rarely, so it has a layer of its own.
COPY Makefile rust-toolchain.toml ./
RUN --mount=type=cache,target=/usr/local/cargo/registry make wasm-bindgen
COPY end2end/package.json end2end/package-lock.json end2end/.npmrc end2end/
RUN make node-tools
# Compiled dependencies stay in the cache mount from one build to the next.
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/target make package PACKAGE=/dist

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /data footnote && install -d -o footnote /data
COPY --from=build /dist /opt/footnote
USER footnote
WORKDIR /opt/footnote
ENV FOOTNOTE_ADDRESS=0.0.0.0:3000 \
    FOOTNOTE_DATA=/data \
    FOOTNOTE_DOCUMENTS=/opt/footnote/documents
# A new volume begins with it; over a folder of one's own, `make model` fetches it.
COPY --from=model --chown=footnote /fetched/model /data/model
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s CMD ["/opt/footnote/footnote", "health"]
ENTRYPOINT ["/opt/footnote/footnote"]
CMD ["serve"]
