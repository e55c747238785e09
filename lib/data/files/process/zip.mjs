import { Parser } from "htmlparser2";
import { open } from "yauzl";
import { Failed } from "./output.mjs";

const MAX_ENTRIES = 50_000;
/** Maximum bytes of all parts that are read, after decompression. */
const MAX_INFLATED = 600_000_000;
/** Maximum characters of a part that is read as a whole. */
const MAX_WHOLE = 10_000_000;

/** The parts of a zip archive by name. Each part is decompressed only when it is read. */
export class Archive {
  #zip;
  #entries;
  #left = MAX_INFLATED;

  static async open(path) {
    const archive = new Archive();
    archive.#zip = await new Promise((resolve, reject) =>
      open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
        error ? reject(error) : resolve(zip),
      ),
    );
    archive.#entries = await archive.#list();
    return archive;
  }

  has(name) {
    return this.#entries.has(name);
  }

  names() {
    return [...this.#entries.keys()];
  }

  async #list() {
    const zip = this.#zip;
    if (zip.entryCount > MAX_ENTRIES) throw new Failed("large");
    const entries = new Map();
    return new Promise((resolve, reject) => {
      zip.on("entry", (entry) => {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.on("end", () => resolve(entries));
      zip.on("error", reject);
      zip.readEntry();
    });
  }

  /** Yields the decoded text of a part, or nothing if the archive has no such part. */
  async *pieces(name) {
    const entry = this.#entries.get(name);
    if (!entry) return;
    if (entry.generalPurposeBitFlag & 1) throw new Failed("password");
    const stream = await new Promise((resolve, reject) =>
      this.#zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    let decoder;
    for await (const bytes of stream) {
      this.#left -= bytes.length;
      if (this.#left < 0) throw new Failed("large");
      decoder ??= new TextDecoder(encodingOf(bytes));
      yield decoder.decode(bytes, { stream: true });
    }
    if (decoder) yield decoder.decode();
  }

  async whole(name) {
    let text = "";
    for await (const piece of this.pieces(name)) {
      text += piece;
      if (text.length > MAX_WHOLE) throw new Failed("large");
    }
    return text;
  }

  /**
   * Parses a part as XML. Names come without their prefix, because programs choose prefixes freely. Entities of
   * a document type are not expanded. `isDone` ends it early.
   */
  async parse(name, { open: onopen, text: ontext, close: onclose, wait, isDone }) {
    const parser = new Parser(
      {
        onopentag: (tag, attributes) => onopen?.(localName(tag), attributes),
        ontext: (text) => ontext?.(text),
        onclosetag: (tag) => onclose?.(localName(tag)),
      },
      { xmlMode: true, decodeEntities: true },
    );
    for await (const piece of this.pieces(name)) {
      parser.write(piece);
      await wait?.();
      if (isDone?.()) return;
    }
    parser.end();
  }
}

export const localName = (name) => name.slice(name.indexOf(":") + 1);

/** Returns an attribute by its name without a prefix. */
export function attribute(attributes, wanted) {
  if (Object.hasOwn(attributes, wanted)) return attributes[wanted];
  for (const [name, value] of Object.entries(attributes)) if (localName(name) === wanted) return value;
  return undefined;
}

function encodingOf([a, b]) {
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : "utf-8";
}

/** Returns the targets of a part's relations by id, as names of parts. */
export async function relationsOf(archive, part) {
  const slash = part.lastIndexOf("/");
  const folder = part.slice(0, slash + 1);
  const targets = new Map();
  await archive.parse(`${folder}_rels/${part.slice(slash + 1)}.rels`, {
    open(name, attributes) {
      if (name === "Relationship" && attributes.Target !== undefined)
        targets.set(attributes.Id, {
          part: resolved(folder, attributes.Target),
          type: attributes.Type ?? "",
        });
    },
  });
  return targets;
}

/** Returns the name of the part that an address in another part's folder refers to. */
export function resolved(folder, address) {
  const [path] = address.split(/[?#]/);
  if (path.startsWith("/")) return path.slice(1);
  const names = folder.split("/").filter(Boolean);
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "." && name !== "") names.push(name);
  }
  return names.join("/");
}
