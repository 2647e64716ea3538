// <pdf-pages src page places label>: a PDF page by page, drawn by pdf.js as far as it is looked at, with
// areas of one page marked. Tells `drawn` once that page stands, and `failed` if it cannot be.
const PDFJS = "/pdfjs/";
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
// A phone's canvas has so many pixels at most.
const MOST_PIXELS = 16_000_000;

const made = (name, classes, text = "") => Object.assign(document.createElement(name), { className: classes, textContent: text });

function button(label, text, act) {
  const one = made("button", "quiet", text);
  one.type = "button";
  one.ariaLabel = label;
  one.addEventListener("click", act);
  return one;
}

class PdfPages extends HTMLElement {
  #zoom = ZOOMS.indexOf(1);
  #drawn = new Map();

  connectedCallback() {
    this.#open().catch((error) => {
      console.warn("The pages cannot be drawn:", error?.message);
      this.#tell("failed");
    });
  }

  disconnectedCallback() {
    this.#sight?.disconnect();
    this.#task?.destroy();
  }

  #task;
  #pdf;
  #pdfjs;
  #sight;
  #pages = [];
  #number;

  #tell(name) {
    this.dispatchEvent(new CustomEvent(name));
  }

  async #open() {
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
    const at = Math.min(Math.max(Number(this.getAttribute("page")) || 1, 1), this.#pdf.numPages);
    const first = await this.#pdf.getPage(at);
    const { width, height } = first.getViewport({ scale: 1 });
    this.#pages = Array.from({ length: this.#pdf.numPages }, (_, index) => this.#blank(index + 1, width / height));
    const sheets = made("div", "sheets");
    sheets.append(...this.#pages);
    this.replaceChildren(this.#bar(), sheets);
    this.#mark(this.#pages[at - 1]);
    this.#tell("drawn");
    this.#sight = new IntersectionObserver((seen) => seen.forEach((one) => this.#look(one)), { rootMargin: "50%" });
    this.#pages.forEach((page) => this.#sight.observe(page));
    this.#number.value = at;
    // The first page is in sight already, below the document's title.
    if (at > 1 || this.querySelector(".area")) this.go(at);
  }

  /** Leads to a page, or to what is marked on it. */
  go(number) {
    const page = this.#pages[number - 1];
    if (!page) return;
    this.#number.value = number;
    const mark = page.querySelector(".area.words") ?? page.querySelector(".area");
    // The page has its size only once it is shown.
    requestAnimationFrame(() => (mark ?? page).scrollIntoView({ block: mark ? "center" : "start" }));
  }

  #bar() {
    const bar = made("div", "bar");
    bar.role = "toolbar";
    bar.ariaLabel = "Pages";
    const step = (by) => () => this.go(Math.min(Math.max(Number(this.#number.value) + by, 1), this.#pdf.numPages));
    this.#number = Object.assign(document.createElement("input"), {
      type: "number", min: 1, max: this.#pdf.numPages, ariaLabel: "Page",
    });
    this.#number.addEventListener("change", step(0));
    const zoom = (by) => () => this.#scale(Math.min(Math.max(this.#zoom + by, 0), ZOOMS.length - 1));
    bar.append(
      button("Page before", "‹", step(-1)), this.#number, made("span", "of", `of ${this.#pdf.numPages}`),
      button("Next page", "›", step(1)), button("Smaller", "−", zoom(-1)), button("Larger", "+", zoom(1)),
    );
    return bar;
  }

  #scale(zoom) {
    const at = Number(this.#number.value);
    this.#zoom = zoom;
    for (const page of this.#pages) page.style.width = `${100 * ZOOMS[zoom]}%`;
    const shown = [...this.#drawn.keys()];
    shown.forEach((page) => this.#clear(page));
    shown.forEach((page) => this.#draw(page));
    this.go(at);
  }

  #blank(number, ratio) {
    const page = made("div", "sheet");
    page.dataset.page = number;
    page.role = "group";
    page.ariaLabel = `Page ${number}`;
    page.style.aspectRatio = ratio;
    return page;
  }

  /** Lays the areas of the cited passage and of its words over their page, in parts of its size. */
  #mark(page) {
    const { passage = [], words = [] } = JSON.parse(this.getAttribute("places") || "{}");
    const lay = (kind) => ({ left, top, right, bottom }) => {
      const area = made("div", `area ${kind}`);
      const sides = { left, top, width: right - left, height: bottom - top };
      for (const [side, part] of Object.entries(sides)) area.style[side] = `${100 * part}%`;
      area.addEventListener("mouseenter", () => this.#tell("enter"));
      area.addEventListener("mouseleave", () => this.#tell("leave"));
      return area;
    };
    const areas = [...passage.map(lay("whole")), ...words.map(lay("words"))];
    const focus = areas[passage.length] ?? areas[0];
    if (!focus) return;
    focus.tabIndex = 0;
    focus.role = "note";
    focus.ariaLabel = this.getAttribute("label");
    focus.addEventListener("focus", () => this.#tell("enter"));
    focus.addEventListener("blur", () => this.#tell("leave"));
    page.append(...areas);
  }

  #look({ target, isIntersecting }) {
    if (isIntersecting) this.#draw(target);
    else this.#clear(target);
  }

  #clear(page) {
    this.#drawn.get(page)?.abort();
    this.#drawn.delete(page);
    page.querySelectorAll("canvas, .textLayer").forEach((part) => part.remove());
  }

  async #draw(page) {
    if (this.#drawn.has(page)) return;
    const ended = new AbortController();
    this.#drawn.set(page, ended);
    const own = await this.#pdf.getPage(Number(page.dataset.page));
    const plain = own.getViewport({ scale: 1 });
    page.style.aspectRatio = plain.width / plain.height;
    const scale = page.clientWidth / plain.width;
    const viewport = own.getViewport({ scale });
    const sharp = Math.min(devicePixelRatio || 1, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)));
    const canvas = Object.assign(document.createElement("canvas"), {
      width: Math.floor(viewport.width * sharp), height: Math.floor(viewport.height * sharp),
    });
    const text = made("div", "textLayer");
    text.style.setProperty("--total-scale-factor", scale);
    if (ended.signal.aborted) return;
    const drawing = own.render({ canvas, viewport, transform: [sharp, 0, 0, sharp, 0, 0] });
    ended.signal.addEventListener("abort", () => drawing.cancel());
    try {
      await drawing.promise;
      if (ended.signal.aborted) return;
      page.prepend(canvas, text);
      await new this.#pdfjs.TextLayer({ textContentSource: own.streamTextContent(), container: text, viewport }).render();
    } catch (error) {
      if (!ended.signal.aborted) console.warn(`Page ${page.dataset.page} cannot be drawn:`, error?.message);
    }
  }
}

customElements.define("pdf-pages", PdfPages);
