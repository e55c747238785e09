const BATCH_CHARS = 64_000;

/** A failure whose reason the server shows. */
export class Failed extends Error {
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** Sends sections in batches, up to the limit of characters. */
export class Output {
  isFull = false;
  #left;
  #send;
  #sections = [];
  #characters = 0;

  constructor({ maxCharacters }, send) {
    this.#left = maxCharacters;
    this.#send = send;
  }

  send(message) {
    return this.#send(message);
  }

  /** Returns a promise only if a batch is sent, so that most calls need no wait. */
  add(place, text) {
    const clean = text.replaceAll("\0", "").slice(0, this.#left).toWellFormed();
    if (clean.length < text.length && clean.length === this.#left) this.isFull = true;
    if (clean.trim() === "") return undefined;
    this.#left -= clean.length;
    this.#characters += clean.length;
    this.#sections.push({ place, text: clean });
    return this.#characters > BATCH_CHARS ? this.flush() : undefined;
  }

  async flush() {
    const sections = this.#sections;
    this.#sections = [];
    this.#characters = 0;
    if (sections.length > 0) await this.#send({ type: "sections", sections });
  }
}

const MAX_HEADING_CHARS = 200;
const LEVELS = 9;

/** Tracks the headings above a text. `place` has their path, and the number of the last one in the file. */
export class Headings {
  #path = [];
  #count = 0;

  /** Begins a section. Deeper headings end with it. */
  open(level, text) {
    const heading = text.replace(/\s+/g, " ").trim().slice(0, MAX_HEADING_CHARS);
    if (heading === "") return;
    const depth = Math.min(Math.max(level, 1), LEVELS);
    this.#path = this.#path.filter((one) => one.depth < depth);
    this.#path.push({ depth, heading });
    this.#count++;
  }

  get place() {
    return { at: "heading", heading: this.#path.map(({ heading }) => heading).join(" › "), n: this.#count };
  }
}
