// <text-search messages>: a search in the text of the document below it, with the field and the keys of the one in PDFs.
// Matches are highlighted where the browser can do so without new elements; elsewhere they are only scrolled to.
import { Search } from "/pdf-search.js";

const BLOCKS = "p, li, td, th, h2, h3, h4, h5, h6, pre, blockquote";
const HIGHLIGHTS = { found: false, "found-current": true };

class TextSearch extends HTMLElement {
  #search;
  #nodes = [];

  connectedCallback() {
    if (this.#search) return;
    this.#search = new Search({
      pages: 1,
      at: () => 1,
      text: async () => this.#items(),
      changed: () => this.#mark(),
      shown: () => this.#show(),
      messages: this.getAttribute("messages").split("\n"),
    });
    this.append(this.#search.bar);
  }

  disconnectedCallback() {
    for (const name of Object.keys(HIGHLIGHTS)) CSS.highlights?.delete(name);
  }

  /** The pieces of the text; the last one of a block ends a line. */
  #items() {
    const walker = document.createTreeWalker(this.parentElement.querySelector(".paper"), NodeFilter.SHOW_TEXT);
    this.#nodes = [];
    while (walker.nextNode()) this.#nodes.push(walker.currentNode);
    const block = (node) => node?.parentElement.closest(BLOCKS);
    return this.#nodes.map((node, at) => ({ str: node.data, hasEOL: block(node) !== block(this.#nodes[at + 1]) }));
  }

  #ranges(isCurrent) {
    const matches = this.#search.of(1).filter((match) => match.current || !isCurrent);
    return matches.map(({ from, to }) => {
      const range = new Range();
      range.setStart(this.#nodes[from.index], from.offset);
      range.setEnd(this.#nodes[to.index], to.end);
      return range;
    });
  }

  #mark() {
    for (const [name, isCurrent] of Object.entries(HIGHLIGHTS)) {
      CSS.highlights?.set(name, new Highlight(...this.#ranges(isCurrent)));
    }
  }

  #show() {
    const [range] = this.#ranges(true);
    range?.startContainer.parentElement.scrollIntoView({ block: "center", inline: "nearest" });
  }
}

customElements.define("text-search", TextSearch);
