import { encodingOfHead, HEAD_BYTES, type TextEncoding } from "@/lib/data/files/text";

/** Bytes at the start of a page that are searched for its encoding. Browsers search fewer. */
const META_BYTES = 4_096;
const META = /<meta[^>]+?charset\s*=\s*["']?\s*([\w.:-]+)/i;
const COMMENTS = /<!--.*?-->/gs;
const XML = /^\s*<\?xml[^>]+?encoding\s*=\s*["']([\w.:-]+)["']/i;
/**
 * Maximum share of zero bytes at the start of text in a single-byte encoding. A higher share suggests UTF-16.
 */
const MAX_ZEROS = 1 / 500;

type About = {
  charset?: string;
  isText: boolean;
  /** The body is truncated, possibly inside a character. */
  isCut: boolean;
};

/**
 * Decodes a body. Takes the encoding from the byte order mark, the header's charset, the declaration at the
 * start of the page, or a guess, in this order. Returns null if the body is not text.
 */
export function decode(bytes: Uint8Array, about: About): string | null {
  const head = bytes.subarray(0, HEAD_BYTES);
  const encoding = marked(head) ?? declared(head, about.charset);
  const text = encoding
    ? new TextDecoder(encoding).decode(bytes, { stream: about.isCut })
    : guessed(bytes, about);
  return text === null ? null : text.replaceAll("\0", "");
}

function marked([a, b, c]: Uint8Array): TextEncoding | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
}

function declared(head: Uint8Array, charset: string | undefined): string | undefined {
  const encoding = encodingOf(charset);
  if (encoding?.startsWith("utf-16")) return encoding;
  if (head.filter((byte) => byte === 0).length > head.length * MAX_ZEROS) return undefined;
  if (encoding) return encoding;
  const start = new TextDecoder("latin1").decode(head.subarray(0, META_BYTES)).replace(COMMENTS, "");
  const declaredEncoding = encodingOf((META.exec(start) ?? XML.exec(start))?.[1]);
  // The declaration could be read as single bytes, so a declared UTF-16 is wrong.
  return declaredEncoding?.startsWith("utf-16") ? "utf-8" : declaredEncoding;
}

function guessed(bytes: Uint8Array, { isText, isCut }: About): string | null {
  const encoding = encodingOfHead(bytes.subarray(0, HEAD_BYTES));
  if (encoding === null) return null;
  try {
    if (encoding !== "windows-1252")
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    // The guessed encoding fits only the start of the body, so try windows-1252.
  }
  // Nearly all bytes are valid windows-1252, so decode them only if the header says that the body is text.
  return isText ? new TextDecoder("windows-1252").decode(bytes) : null;
}

function encodingOf(label: string | undefined): string | undefined {
  try {
    return label && new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
