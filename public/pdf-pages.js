// <pdf-pages src page path passage words label messages>: a PDF page by page, drawn by pdf.js as far as it is looked at,
// with the words of one passage marked, and a search in its text. Tells `drawn` once that page stands, `failed`
// if it cannot be, and `unplaced` and `placed` while nobody knows where the words are, and when somebody does.
import { places } from "/pdf-places.js";
import { Search, rectangles } from "/pdf-search.js";

const PDFJS = "/pdfjs/";
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
// Up to this width in CSS pixels a page is drawn for its cited paragraph, so many times as large at most.
const NARROW = 700;
const LARGEST = 2;
// A phone's canvas has so many pixels at most.
const MOST_PIXELS = 16_000_000;
// Pages are drawn anew once their width stays for so many milliseconds.
const RESIZED_MS = 150;
// What a reader does to go elsewhere.
const MOVES = ["wheel", "touchmove", "keydown", "pointerdown"];

const made = (name, classes, text = "") => Object.assign(document.createElement(name), { className: classes, textContent: text });

function button(label, text, act) {
  const one = made("button", "quiet", text);
  one.type = "button";
  one.ariaLabel = label;
  one.addEventListener("click", act);
  return one;
}

/** Lays an area over a page, in parts of its size. */
function area(kind, { left, top, right, bottom }) {
  const area = made("div", kind);
  const sides = { left, top, width: right - left, height: bottom - top };
  for (const [side, part] of Object.entries(sides)) area.style[side] = `${100 * part}%`;
  return area;
}

class PdfPages extends HTMLElement {
  #ended = new AbortController();
  #zoom = ZOOMS.indexOf(1);
  #drawn = new Map();
  #texts = new Map();
  #seen = new Set();
  #moved = false;
  #task;
  #pdf;
  #pdfjs;
  #sight;
  #sizes;
  #width = 0;
  #place;
  #pages = [];
  #number;
  #search;
  #wanted;

  /** What the page says, line by line, in the order of components/viewer/pages.rs. */
  get #messages() {
    return this.getAttribute("messages").split("\n");
  }

  connectedCallback() {
    this.#open().catch((error) => {
      console.warn("The pages cannot be drawn:", error?.message);
      this.#tell("failed");
    });
  }

  disconnectedCallback() {
    this.#ended.abort();
    this.#sight?.disconnect();
    this.#sizes?.disconnect();
    this.#task?.destroy();
  }

  #tell(name) {
    this.dispatchEvent(new CustomEvent(name));
  }

  async #open() {
    const where = this.#places();
    this.#pdfjs = await import(`${PDFJS}pdf.min.mjs`);
    this.#pdfjs.GlobalWorkerOptions.workerSrc = `${PDFJS}pdf.worker.min.mjs`;
    this.#task = this.#pdfjs.getDocument({
      url: this.getAttribute("src"),
      cMapUrl: `${PDFJS}cmaps/`,
      standardFontDataUrl: `${PDFJS}standard_fonts/`,
      wasmUrl: `${PDFJS}wasm/`,
      isEvalSupported: false,
    });
    this.#pdf = await this.#task.promise;
    const at = this.#within(Number(this.getAttribute("page")) || 1);
    const first = await this.#pdf.getPage(at);
    const { width, height } = first.getViewport({ scale: 1 });
    // Read before anything is shown, so that nothing moves.
    const lines = this.clientWidth > NARROW ? [] : await this.#lines(at).catch(() => []);
    this.#pages = Array.from({ length: this.#pdf.numPages }, (_, index) => this.#blank(index + 1, width / height));
    const sheets = made("div", "sheets");
    sheets.append(...this.#pages);
    this.replaceChildren(this.#bar(at), sheets);
    this.#tell("drawn");
    this.#watch();
    // The first page is in sight already, below the document's title.
    if (at > 1) this.go(at);
    where.then((places) => this.#mark(this.#pages[at - 1], places, lines));
  }

  /** Asks where the cited words stand, if any are. */
  async #places() {
    const passage = this.getAttribute("passage");
    if (passage === null) return undefined;
    const words = { path: this.getAttribute("path"), passage: Number(passage), words: this.getAttribute("words") ?? "" };
    return places(words, () => this.#tell("unplaced"), this.#ended.signal);
  }

  #watch() {
    const { signal } = this.#ended;
    this.#sight = new IntersectionObserver((seen) => seen.forEach((one) => this.#look(one)), { rootMargin: "50%" });
    this.#pages.forEach((page) => this.#sight.observe(page));
    for (const move of MOVES) this.addEventListener(move, () => (this.#moved = true), { signal, passive: true });
    // Whatever scrolls, be it the page or the panel that this stands in.
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => this.#follow());
    };
    document.addEventListener("scroll", follow, { capture: true, passive: true, signal });
    let timer;
    this.#sizes = new ResizeObserver(() => {
      const was = this.#width;
      this.#width = this.clientWidth || was;
      if (!was || this.#width === was) return;
      this.#stay();
      clearTimeout(timer);
      timer = setTimeout(() => this.#redraw(), RESIZED_MS);
    });
    this.#sizes.observe(this);
  }

  /** Keeps what stands in the middle where it is, while the pages change their size. */
  #stay() {
    if (!this.#place) return;
    const { page, part } = this.#place;
    const { top, height } = page.getBoundingClientRect();
    const by = top + part * height - this.#middle();
    (this.closest(".panel") ?? document.scrollingElement).scrollBy({ top: by, behavior: "instant" });
  }

  /** The lower edge of the bar, below which the pages come out. */
  #below() {
    return this.#number.closest(".bar").getBoundingClientRect().bottom;
  }

  #middle() {
    return (this.#below() + innerHeight) / 2;
  }

  #within(number) {
    return Math.min(Math.max(Math.round(number), 1), this.#pdf.numPages);
  }

  /** Leads to a page, or to what is marked on it. */
  go(number) {
    const page = this.#pages[number - 1];
    if (!page) return;
    this.#number.value = number;
    const mark = page.querySelector(".area.words") ?? page.querySelector(".area");
    this.#show(mark ?? page, mark ? "center" : "start");
  }

  #show(part, block) {
    // A page has its size only once it is shown.
    requestAnimationFrame(() => part.scrollIntoView({ block, inline: "nearest" }));
  }

  /** Keeps the number that of the page that is read: of which most is seen below the bar. */
  #follow() {
    // At another width it is still to be brought back to what was read.
    if (this.#number.dataset.typed || this.clientWidth !== this.#width) return;
    const bar = this.#below();
    const seen = (page) => {
      const { top, bottom } = page.getBoundingClientRect();
      return Math.min(bottom, innerHeight) - Math.max(top, bar);
    };
    let read = this.#pages[Number(this.#number.value) - 1];
    // Of small pages that are all seen, the one that the reader went to stays.
    let most = read ? seen(read) + 1 : 0;
    for (const page of this.#seen) {
      if (seen(page) > most) [read, most] = [page, seen(page)];
    }
    if (!read) return;
    this.#number.value = read.dataset.page;
    const { top, height } = read.getBoundingClientRect();
    this.#place = { page: read, part: (this.#middle() - top) / height };
  }

  #bar(at) {
    const bar = made("div", "bar");
    const pages = made("div", "pages");
    pages.role = "toolbar";
    const [named, one, , before, next, smaller, larger, of, ...searching] = this.#messages;
    pages.ariaLabel = named;
    const step = (by) => () => this.go(this.#within(Number(this.#number.value) + by));
    this.#number = Object.assign(document.createElement("input"), {
      type: "number", min: 1, max: this.#pdf.numPages, value: at, ariaLabel: one,
    });
    this.#number.addEventListener("input", () => (this.#number.dataset.typed = true));
    this.#number.addEventListener("blur", () => delete this.#number.dataset.typed);
    this.#number.addEventListener("change", () => {
      delete this.#number.dataset.typed;
      step(0)();
    });
    const zoom = (by) => () => this.#scale(Math.min(Math.max(this.#zoom + by, 0), ZOOMS.length - 1));
    pages.append(
      button(before, "‹", step(-1)), made("span", "named", one), this.#number,
      made("span", "of", of.replace("{n}", this.#pdf.numPages)), button(next, "›", step(1)),
      button(smaller, "−", zoom(-1)), button(larger, "+", zoom(1)),
    );
    this.#search = new Search({
      pages: this.#pdf.numPages,
      text: async (number) => (await this.#text(number)).items,
      at: () => Number(this.#number.value),
      changed: (number) => this.#relay(number),
      shown: (number) => this.#find(number),
      messages: searching,
    });
    bar.append(pages, this.#search.bar);
    return bar;
  }

  #scale(zoom) {
    const at = Number(this.#number.value);
    this.#zoom = zoom;
    for (const page of this.#pages) page.style.width = `${100 * ZOOMS[zoom]}%`;
    this.#redraw();
    this.go(at);
  }

  #redraw() {
    const shown = [...this.#drawn.keys()];
    shown.forEach((page) => this.#clear(page));
    shown.forEach((page) => this.#draw(page));
  }

  #blank(number, ratio) {
    const page = made("div", "sheet");
    page.dataset.page = number;
    page.role = "group";
    page.ariaLabel = this.#messages[2].replace("{n}", number);
    page.style.aspectRatio = ratio;
    return page;
  }

  /** Marks the cited passage and its words, and leads there unless the reader has gone elsewhere meanwhile. */
  #mark(page, places, lines) {
    if (!places || this.#ended.signal.aborted) return;
    const { passage = [], words = [] } = places;
    const areas = [...passage.map((one) => area("area whole", one)), ...words.map((one) => area("area words", one))];
    this.#tell(areas.length ? "placed" : "unplaced");
    const focus = areas[passage.length] ?? areas[0];
    if (!focus) return;
    for (const area of areas) {
      area.addEventListener("mouseenter", () => this.#tell("enter"));
      area.addEventListener("mouseleave", () => this.#tell("leave"));
    }
    Object.assign(focus, { tabIndex: 0, role: "note", ariaLabel: this.getAttribute("label") });
    focus.addEventListener("focus", () => this.#tell("enter"));
    focus.addEventListener("blur", () => this.#tell("leave"));
    page.append(...areas);
    if (!this.#moved) this.#fit([...passage, ...words, ...lines]);
    if (!this.#moved) this.go(Number(page.dataset.page));
  }

  /** The left and right ends of the lines of a page, as parts of its width; none of a page on its side. */
  async #lines(number) {
    const { view: [left, , right], rotate } = await this.#pdf.getPage(number);
    const { items } = await this.#text(number);
    const part = (x) => Math.min(Math.max((x - left) / (right - left), 0), 1);
    return (rotate ? [] : items.filter(({ str }) => str?.trim())).map(({ transform, width }) => ({ left: part(transform[4]), right: part(transform[4] + width) }));
  }

  /** In a narrow place draws the pages so large that these areas fill its width. */
  #fit(areas) {
    const left = Math.min(...areas.map((one) => one.left));
    const width = Math.max(...areas.map((one) => one.right)) - left;
    const zoom = Math.min(0.96 / width, LARGEST);
    if (this.clientWidth > NARROW || zoom < 1.05) return;
    this.#zoom = ZOOMS.findLastIndex((one) => one <= zoom);
    for (const page of this.#pages) page.style.width = `${100 * zoom}%`;
    this.querySelector(".sheets").scrollLeft = (left + width / 2) * this.clientWidth * zoom - this.clientWidth / 2;
    this.#redraw();
  }

  #look({ target, isIntersecting }) {
    if (isIntersecting) {
      this.#seen.add(target);
      this.#draw(target);
    } else {
      this.#seen.delete(target);
      this.#clear(target);
    }
  }

  #clear(page) {
    this.#drawn.get(page)?.ended.abort();
    this.#drawn.delete(page);
    page.querySelectorAll("canvas, .textLayer, .match").forEach((part) => part.remove());
  }

  /** The text of a page, read once. */
  #text(number) {
    if (!this.#texts.has(number)) this.#texts.set(number, this.#pdf.getPage(number).then((page) => page.getTextContent()));
    return this.#texts.get(number);
  }

  async #draw(page) {
    if (this.#drawn.has(page)) return;
    const own = { ended: new AbortController(), elements: undefined };
    this.#drawn.set(page, own);
    const { signal } = own.ended;
    try {
      own.elements = await this.#layers(page, signal);
      if (!signal.aborted) this.#relay(Number(page.dataset.page));
    } catch (error) {
      if (!signal.aborted) console.warn(`Page ${page.dataset.page} cannot be drawn:`, error?.message);
    }
  }

  /** Draws a page and lays its text over it; returns the elements of the text. */
  async #layers(page, signal) {
    const own = await this.#pdf.getPage(Number(page.dataset.page));
    const plain = own.getViewport({ scale: 1 });
    page.style.aspectRatio = plain.width / plain.height;
    const scale = page.clientWidth / plain.width;
    const viewport = own.getViewport({ scale });
    const sharp = Math.min(devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.floor(viewport.width * sharp), height: Math.floor(viewport.height * sharp),
    });
    const container = made("div", "textLayer");
    container.style.setProperty("--total-scale-factor", scale);
    if (signal.aborted) return undefined;
    const drawing = own.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
    signal.addEventListener("abort", () => drawing.cancel());
    await drawing.promise;
    const text = await this.#text(Number(page.dataset.page));
    if (signal.aborted) return undefined;
    page.prepend(canvas, container);
    const layer = new this.#pdfjs.TextLayer({ textContentSource: text, container, viewport });
    await layer.render();
    return layer.textDivs;
  }

  /** Leads to the match that is looked for, once its page stands. */
  #find(number) {
    this.#moved = true;
    this.#wanted = number;
    const page = this.#pages[number - 1];
    const match = page.querySelector(".match.current");
    if (!match) this.#show(page, "start");
    this.#arrive(page);
  }

  #arrive(page) {
    const match = page.querySelector(".match.current");
    if (!match || this.#wanted !== Number(page.dataset.page)) return;
    this.#wanted = undefined;
    this.#show(match, "center");
  }

  /** Marks what the search has found anew, on a page or on all that stand. */
  #relay(number) {
    for (const [page, { elements }] of this.#drawn) {
      if (!elements || (number && Number(page.dataset.page) !== number)) continue;
      page.querySelectorAll(".match").forEach((match) => match.remove());
      const { left, top } = page.getBoundingClientRect();
      const [x, y] = [left + page.clientLeft, top + page.clientTop];
      const part = (side) => ({
        left: (side.left - x) / page.clientWidth, right: (side.right - x) / page.clientWidth,
        top: (side.top - y) / page.clientHeight, bottom: (side.bottom - y) / page.clientHeight,
      });
      for (const match of this.#search.of(Number(page.dataset.page))) {
        const kind = match.current ? "match current" : "match";
        page.append(...rectangles(match, elements).map((side) => area(kind, part(side))));
      }
      this.#arrive(page);
    }
  }
}

customElements.define("pdf-pages", PdfPages);
