import { createReadStream } from "node:fs";
import { Parser } from "htmlparser2";
import { settings } from "../../../ground/processes/process/child.mjs";
import { Headings } from "./output.mjs";

const HIDDEN = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "head",
  "title",
  "svg",
  "iframe",
  "object",
]);
const BLOCKS = new Set([
  ...["p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "figure", "figcaption"],
  ...["ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "caption", "pre", "blockquote", "hr", "br", "form"],
]);
const HEADING = /^h([1-6])$/;

/**
 * Reads HTML piece by piece, and adds its text to the output below its headings. `before` are the headings so
 * far, if the HTML is a part of a larger document.
 */
export class HtmlReader {
  #output;
  #headings;
  #parser;
  #text = "";
  #hidden = 0;
  #heading = null;
  #sent = undefined;

  constructor(output, headings = new Headings()) {
    this.#output = output;
    this.#headings = headings;
    this.#parser = new Parser(
      {
        onopentag: (name) => this.#open(name),
        ontext: (text) => this.#take(text),
        onclosetag: (name) => this.#close(name),
      },
      // Books are XHTML, in which an empty script ends with its own tag.
      { decodeEntities: true, recognizeSelfClosing: true },
    );
  }

  async write(html) {
    this.#parser.write(html);
    await this.#sent;
  }

  async end() {
    this.#parser.end();
    this.#flush();
    await this.#sent;
  }

  #open(name) {
    if (HIDDEN.has(name)) this.#hidden++;
    const [, level] = HEADING.exec(name) ?? [];
    if (level) {
      this.#flush();
      this.#heading = { level: Number(level), text: "" };
    } else if (BLOCKS.has(name)) this.#line();
    else if (name === "td" || name === "th") this.#cell();
  }

  #take(text) {
    if (this.#hidden > 0) return;
    if (this.#heading) this.#heading.text += text;
    else this.#text += text.replace(/[ \t\r\n\f]+/g, " ");
  }

  #close(name) {
    if (HIDDEN.has(name)) this.#hidden = Math.max(this.#hidden - 1, 0);
    if (HEADING.test(name) && this.#heading) {
      this.#headings.open(this.#heading.level, this.#heading.text);
      this.#text = this.#heading.text.replace(/\s+/g, " ").trim();
      this.#heading = null;
      this.#line();
    } else if (BLOCKS.has(name)) this.#line();
  }

  #cell() {
    if (this.#text.trim() !== "" && !this.#text.endsWith("\n")) this.#text = `${this.#text.trimEnd()} | `;
  }

  #line() {
    if (this.#text.trim() === "") {
      this.#text = "";
      return;
    }
    this.#flush();
  }

  #flush() {
    const text = this.#text.trim();
    this.#text = "";
    if (text !== "") this.#sent = this.#output.add(this.#headings.place, `${text}\n`) ?? this.#sent;
  }
}

export async function readHtmlFile(path, output) {
  const decoder = new TextDecoder(settings.encoding);
  const reader = new HtmlReader(output);
  for await (const bytes of createReadStream(path)) {
    await reader.write(decoder.decode(bytes, { stream: true }));
    if (output.isFull) return;
  }
  await reader.end();
}
