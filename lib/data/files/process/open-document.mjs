import { Failed, Headings } from "./output.mjs";
import { rowTaker } from "./sheets.mjs";
import { attribute } from "./zip.mjs";

const SKIPPED = new Set(["annotation", "tracked-changes", "forms"]);
const MAX_COLUMNS = 1_000;
/** Maximum repetitions of a row. Empty rows fill a sheet to its end by repetition. */
const MAX_REPEATED = 1_000;

/** Reads a text by its headings, a presentation by its slides, or a spreadsheet by its rows. */
export async function readOpenDocument(archive, output, sheet) {
  const manifest = await archive.whole("META-INF/manifest.xml");
  if (/encryption-data/.test(manifest)) throw new Failed("password");
  const reader = new Reader(output, sheet);
  await archive.parse("content.xml", {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: (name) => reader.close(name),
    wait: () => reader.sent,
    isDone: () => output.isFull,
  });
  await reader.take?.flush?.();
  if (sheet !== undefined && !reader.sheets.includes(sheet)) throw new Failed("no sheet");
  if (reader.slide > 0) await output.send({ type: "pages", pages: reader.slide });
  return reader.isSpreadsheet ? { sheets: reader.sheets } : {};
}

class Reader {
  sent = undefined;
  slide = 0;
  sheets = [];
  isSpreadsheet = false;
  take = null;
  #output;
  #wanted;
  #headings = new Headings();
  #skipped = 0;
  #lines = [];
  #title = "";
  #isTitle = false;
  #row = 0;
  #cells = null;
  #cell = null;

  constructor(output, wanted) {
    this.#output = output;
    this.#wanted = wanted;
  }

  open(name, attributes) {
    if (SKIPPED.has(name)) this.#skipped++;
    if (this.#skipped > 0) return;
    const of = (key) => attribute(attributes, key);
    if (name === "spreadsheet") this.isSpreadsheet = true;
    else if (name === "page") this.#beginSlide();
    else if (name === "frame") this.#isTitle = of("class") === "title";
    else if (name === "p" || name === "h")
      this.#lines.push({ text: "", level: name === "h" ? Number(of("outline-level") ?? 1) : null });
    else if (name === "s") this.#append(" ".repeat(Math.min(Number(of("c") ?? 1), 100)));
    else if (name === "tab") this.#append("\t");
    else if (name === "line-break") this.#append("\n");
    else if (name === "table" && this.isSpreadsheet) this.#beginSheet(of("name") ?? "");
    else if (name === "table-row")
      this.#cells = { values: [], repeated: Number(of("number-rows-repeated") ?? 1) };
    else if (name === "table-cell" || name === "covered-table-cell")
      this.#cell = { text: "", value: exactValue(of), repeated: Number(of("number-columns-repeated") ?? 1) };
  }

  text(text) {
    if (this.#skipped === 0) this.#append(text.replace(/\s+/g, " "));
  }

  close(name) {
    if (SKIPPED.has(name)) this.#skipped--;
    if (this.#skipped > 0) return;
    if (name === "p" || name === "h") this.#endLine();
    else if (name === "page") this.#endSlide();
    else if (name === "table-cell" || name === "covered-table-cell") this.#endCell();
    else if (name === "table-row") this.#endRow();
    else if (name === "table" && this.take?.flush) this.sent = this.take.flush();
  }

  #append(text) {
    const line = this.#lines.at(-1);
    if (line) line.text += text;
  }

  #endLine() {
    const { text, level } = this.#lines.pop() ?? { text: "", level: null };
    if (this.#cell) this.#cell.text = `${this.#cell.text} ${text}`.trim();
    else if (this.slide > 0) {
      if (this.#isTitle) this.#title = `${this.#title} ${text}`.trim();
      if (text.trim() !== "") this.#shown.push(text);
    } else this.#add(text, level);
  }

  #shown = [];

  #add(text, level = null) {
    if (level !== null) this.#headings.open(level, text);
    this.sent = this.#output.add(this.#headings.place, `${text}\n`) ?? this.sent;
  }

  #beginSlide() {
    this.slide++;
    this.#shown = [];
    this.#title = "";
  }

  #endSlide() {
    const place = { at: "slide", slide: this.slide, title: this.#title.slice(0, 200) };
    this.sent = this.#output.add(place, `${this.#shown.join("\n")}\n`) ?? this.sent;
  }

  #beginSheet(name) {
    const sheet = name.slice(0, 100);
    this.sheets.push(sheet);
    this.#row = 0;
    const isWanted = this.#wanted === undefined || this.#wanted === sheet;
    this.take = isWanted ? rowTaker(this.#output, sheet, this.#wanted) : null;
  }

  #endCell() {
    const { text, value, repeated } = this.#cell ?? { text: "", repeated: 1 };
    this.#cell = null;
    const values = this.#cells?.values;
    if (!values) return;
    for (let n = 0; n < Math.min(repeated, MAX_COLUMNS) && values.length < MAX_COLUMNS; n++)
      values.push(value ?? text);
  }

  #endRow() {
    const { values, repeated } = this.#cells ?? { values: [], repeated: 1 };
    this.#cells = null;
    while (values.length > 0 && values.at(-1) === "") values.pop();
    const isEmpty = values.length === 0;
    if (!this.isSpreadsheet) {
      if (isEmpty) return;
      if (this.slide > 0) this.#shown.push(values.join(" | "));
      else this.#add(values.join(" | "));
      return;
    }
    const rows = isEmpty ? 0 : Math.min(repeated, MAX_REPEATED);
    for (let n = 0; n < rows && !this.#output.isFull; n++)
      this.sent = this.take?.(this.#row + n + 1, values) ?? this.sent;
    this.#row += repeated;
  }
}

/** Returns the exact value of a number or date; undefined for text. */
function exactValue(of) {
  switch (of("value-type")) {
    case "float":
    case "currency":
    case "percentage":
      return of("value");
    case "date":
      return of("date-value")?.replace("T", " ");
    case "boolean":
      return of("boolean-value")?.toUpperCase();
    case "time":
      return timeOf(of("time-value"));
    default:
      return undefined;
  }
}

const timeOf = (duration = "") => {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+)/.exec(duration) ?? [];
  return hours === undefined ? undefined : [hours, minutes, seconds].join(":");
};
