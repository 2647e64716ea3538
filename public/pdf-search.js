// The search in the text of a PDF: a field, the matches of what is typed into it, and the way from one to the
// next. Case, accents, line ends and the hyphens inside of words make no difference.
const LETTER = /\p{L}/u;
const SPACE = /\s/u;
const HYPHENS = "-\u2010\u2011";
const SOFT_HYPHEN = "\u00ad";
const PAUSE = 200;
const MOST = 5_000;

const folded = (char) => char.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Each character of the items of a text with its place; a line's end is one too. */
function characters(items) {
  const all = [];
  items.forEach((item, index) => {
    let offset = 0;
    for (const char of item.str) {
      all.push({ char, index, offset, end: offset + char.length });
      offset += char.length;
    }
    if (item.hasEOL) all.push({ char: "\n", index, offset, end: offset });
  });
  return all;
}

/** The text as it is compared, and the place of each of its units. */
function comparable(items) {
  const all = characters(items);
  const places = [];
  let text = "";
  const add = (units, place) => {
    text += units;
    for (let unit = 0; unit < units.length; unit += 1) places.push(place);
  };
  for (let at = 0; at < all.length; at += 1) {
    const { char } = all[at];
    const next = all[at + 1]?.char === "\n" ? at + 2 : at + 1;
    if (char === SOFT_HYPHEN) continue;
    if (HYPHENS.includes(char) && LETTER.test(all[at - 1]?.char ?? "") && LETTER.test(all[next]?.char ?? "")) at = next - 1;
    else if (!SPACE.test(char)) add(folded(char), all[at]);
    else if (text && !text.endsWith(" ")) add(" ", all[at]);
  }
  return { text, places };
}

/** The matches of a query in the items of a text: from where in which item to where in which. */
export function found(items, query) {
  const sought = comparable([{ str: query }]).text.trim();
  const { text, places } = comparable(items);
  const matches = [];
  if (!sought) return matches;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    matches.push({ from: places[at], to: places[at + sought.length - 1] });
  }
  return matches;
}

/** The rectangles of a match, from the elements that hold the items. */
export function rectangles({ from, to }, elements) {
  const rectangles = [];
  for (let index = from.index; index <= to.index; index += 1) {
    const node = elements[index]?.firstChild;
    if (!node) continue;
    const range = new Range();
    range.setStart(node, index === from.index ? from.offset : 0);
    range.setEnd(node, index === to.index ? to.end : node.length);
    rectangles.push(...range.getClientRects());
  }
  return rectangles;
}

function button(label, text, act) {
  const one = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: text });
  one.ariaLabel = label;
  one.addEventListener("click", act);
  return one;
}

/** The field with its buttons, and the matches. `changed` is told of new ones, `shown` of the one to show. */
export class Search {
  #asked = 0;
  #query = "";
  #matches = [];
  #current = -1;
  #pages;
  #text;
  #at;
  #changed;
  #shown;
  #count = Object.assign(document.createElement("span"), { className: "count", role: "status" });
  #buttons;
  #of;
  #none;

  constructor({ pages, text, at, changed, shown, messages }) {
    const [search, inDocument, before, next, of, none] = messages;
    [this.#of, this.#none] = [of, none];
    this.#buttons = [button(before, "↑", () => this.#step(-1)), button(next, "↓", () => this.#step(1))];
    Object.assign(this, { field: this.#field(search, inDocument), bar: document.createElement("div") });
    [this.#pages, this.#text, this.#at, this.#changed, this.#shown] = [pages, text, at, changed, shown];
    this.bar.className = "search";
    this.bar.role = "search";
    this.bar.append(this.field, this.#count, ...this.#buttons);
    this.#tell();
  }

  /** The matches of a page; the one that is shown is `current`. */
  of(page) {
    const current = this.#matches[this.#current];
    const own = this.#matches.filter((match) => match.page === page);
    return own.map((match) => ({ ...match, current: match === current }));
  }

  #field(placeholder, ariaLabel) {
    const field = Object.assign(document.createElement("input"), { type: "search", placeholder, ariaLabel });
    let timer;
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => this.#search(), PAUSE);
    });
    field.addEventListener("keydown", (event) => this.#key(event));
    return field;
  }

  #key(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.field.value === this.#query) this.#step(event.shiftKey ? -1 : 1);
      else this.#search();
    } else if (event.key === "Escape" && this.field.value) {
      // Only an empty field leaves the key to whatever it closes.
      event.preventDefault();
      event.stopPropagation();
      this.field.value = "";
      this.#search();
    }
  }

  async #search() {
    const query = this.field.value;
    if (query === this.#query) return;
    const asked = (this.#asked += 1);
    [this.#query, this.#matches, this.#current] = [query, [], -1];
    this.#changed();
    this.#tell(query.trim() !== "");
    for (let page = 1; query.trim() && page <= this.#pages && this.#matches.length < MOST; page += 1) {
      const items = await this.#text(page);
      if (asked !== this.#asked) return;
      const matches = found(items, query);
      if (!matches.length) continue;
      this.#matches.push(...matches.map((match) => ({ ...match, page })));
      this.#changed(page);
      // The first one from where the reader is, as soon as it is known.
      if (this.#current < 0 && page >= this.#at()) this.#go(this.#matches.length - matches.length);
      this.#tell(true);
    }
    if (this.#current < 0 && this.#matches.length) this.#go(0);
    this.#tell();
  }

  #step(by) {
    const all = this.#matches.length;
    if (all) this.#go((this.#current + by + all) % all);
    this.#tell();
  }

  #go(current) {
    const before = this.#matches[this.#current]?.page;
    this.#current = current;
    const { page } = this.#matches[current];
    if (before && before !== page) this.#changed(before);
    this.#changed(page);
    this.#shown(page);
  }

  #tell(more = false) {
    const all = this.#matches.length;
    const known = `${all}${more || all >= MOST ? "+" : ""}`;
    const found = this.#current < 0 ? known : this.#of.replace("{n}", this.#current + 1).replace("{all}", known);
    this.#count.textContent = all ? found : this.#query.trim() && !more ? this.#none : "";
    for (const one of this.#buttons) one.disabled = !all;
  }
}
