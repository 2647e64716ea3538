// <read-aloud messages>: a button that reads the answer beside it aloud, sentence by sentence, with the sentence lit.
// Only voices of the device are used, so that nothing is sent to whoever offers others; without one there is no button.
const BLOCKS = "p, li, td, th, h3, h4, blockquote, figcaption";
const SILENT = "sup, button, pre, math, svg, [aria-hidden='true'], .unseen, details:not([open]) > :not(summary)";
const LIT = "read-aloud";

const voices = () => speechSynthesis.getVoices().filter((voice) => voice.localService);

/** The language of a text, told by the server that wrote it; that of the page if it is not clear. */
async function languageOf(text) {
  const page = document.documentElement.lang;
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch("/spoken-language", { method: "POST", headers, body: JSON.stringify({ text }) });
    const { language } = await response.json();
    return language ? Intl.getCanonicalLocales(language)[0] : page;
  } catch {
    return page;
  }
}

/** The voice for a language: the one that the device prefers, if it speaks it. */
function voiceOf(language) {
  const [primary] = language.split("-");
  const speaking = voices().filter((voice) => voice.lang.split(/[-_]/)[0].toLowerCase() === primary);
  return speaking.find((voice) => voice.default) ?? speaking[0];
}

/** The text nodes of an answer that are read, block by block. */
function blocks(answer) {
  const accept = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    return node.matches(SILENT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  };
  const walker = document.createTreeWalker(answer, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, accept);
  const all = new Map();
  while (walker.nextNode()) {
    const block = walker.currentNode.parentElement.closest(BLOCKS) ?? answer;
    if (!all.has(block)) all.set(block, []);
    all.get(block).push(walker.currentNode);
  }
  return [...all.values()];
}

/** The sentences of a block, each with where it stands. */
function sentences(nodes, language) {
  const text = nodes.map((node) => node.data).join("");
  const place = (offset) => {
    let rest = offset;
    for (const node of nodes) {
      if (rest <= node.data.length) return [node, rest];
      rest -= node.data.length;
    }
  };
  const split = new Intl.Segmenter(language, { granularity: "sentence" }).segment(text);
  return [...split].filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment)).map(({ segment, index }) => {
    const range = new Range();
    range.setStart(...place(index));
    range.setEnd(...place(index + segment.trimEnd().length));
    return { text: segment.trim(), range };
  });
}

class ReadAloud extends HTMLElement {
  /** The element that is reading. */
  static #current;
  #button;
  #status;
  #rest = [];
  /** What is being said. Browsers forget to tell the end of what nobody holds. */
  #spoken;

  connectedCallback() {
    if (this.#button || !globalThis.speechSynthesis) return;
    this.#button = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
    this.#status = Object.assign(document.createElement("span"), { className: "hint" });
    this.#status.role = "status";
    this.#button.addEventListener("click", () => (this.#isReading() ? this.#stop() : this.#read()));
    this.append(this.#button, this.#status);
    this.#show();
  }

  /** Shows all buttons once the browser has found its voices, and is silent when the page is left. */
  static watch() {
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", () => {
      for (const element of document.querySelectorAll("read-aloud")) element.#show();
    });
    addEventListener("pagehide", () => ReadAloud.#current?.#stop());
  }

  disconnectedCallback() {
    this.#stop();
  }

  #isReading() {
    return ReadAloud.#current === this;
  }

  #show() {
    const [read, stop] = this.getAttribute("messages").split("\n");
    this.#button.textContent = this.#isReading() ? stop : read;
    this.hidden = voices().length === 0;
  }

  async #read() {
    ReadAloud.#current?.#stop();
    const answer = this.closest("article").querySelector(".answer");
    ReadAloud.#current = this;
    this.#status.textContent = "";
    this.#show();
    const begun = (this.#rest = []);
    const language = await languageOf(answer.innerText);
    // It may have been stopped, and begun again.
    if (!this.#isReading() || begun !== this.#rest) return;
    const voice = voiceOf(language);
    if (!voice) {
      this.#stop();
      this.#status.textContent = this.getAttribute("messages").split("\n")[2];
      return;
    }
    this.#rest = blocks(answer).flatMap((nodes) => sentences(nodes, language));
    this.#next(voice);
  }

  #next(voice) {
    const sentence = this.#rest.shift();
    if (!sentence) return this.#stop();
    const spoken = new SpeechSynthesisUtterance(sentence.text);
    Object.assign(spoken, { voice, lang: voice.lang });
    const isOurs = () => this.#isReading() && this.#spoken === spoken;
    spoken.onstart = () => isOurs() && this.#light(sentence.range);
    spoken.onend = () => isOurs() && this.#next(voice);
    spoken.onerror = () => isOurs() && this.#stop();
    this.#spoken = spoken;
    speechSynthesis.speak(spoken);
  }

  #light(range) {
    CSS.highlights?.set(LIT, new Highlight(range));
    const { top, bottom } = range.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) range.startContainer.parentElement.scrollIntoView({ block: "center" });
  }

  #stop() {
    if (!this.#isReading()) return;
    ReadAloud.#current = undefined;
    this.#spoken = undefined;
    this.#rest = [];
    speechSynthesis.cancel();
    CSS.highlights?.delete(LIT);
    this.#show();
  }
}

customElements.define("read-aloud", ReadAloud);
ReadAloud.watch();
