import { AppError } from "@/lib/shared/errors";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes at the start of a text that are examined for UTF-16 and binary data. */
const HEAD = 4_096;

/**
 * Detects the encoding of a text. Text that is neither UTF-16 nor valid UTF-8 counts as Windows-1252, which
 * spreadsheets write.
 */
export async function encodingOf(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let head = new Uint8Array();
  let isUtf8 = true;
  for await (const chunk of bytes) {
    if (head.length < HEAD) {
      head = joined(head, chunk.subarray(0, HEAD - head.length));
      const wide = head.length >= 2 ? wideOf(head) : null;
      if (wide) return wide;
    }
    isUtf8 &&= decodes(utf8, chunk);
    if (!isUtf8 && head.length >= HEAD) break;
  }
  if (head.includes(0)) throw noText();
  return isUtf8 && decodes(utf8) ? "utf-8" : "windows-1252";
}

/** Detects UTF-16 by its byte order mark, or because every second byte of most characters is zero. */
function wideOf(head: Uint8Array): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  let first = 0;
  let second = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    if (head[at] === 0) first++;
    if (head[at + 1] === 0) second++;
  }
  const pairs = Math.floor(head.length / 2);
  if (first === 0 && second > pairs / 2) return "utf-16le";
  return second === 0 && first > pairs / 2 ? "utf-16be" : null;
}

function decodes(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

const noText = () =>
  new AppError(
    "invalid",
    "This is not a CSV or other text file: it contains binary data. Save it as text, such as a spreadsheet as CSV, and send that.",
  );

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
/** The charset parameter of a vCard line. */
const CHARSET = /^[^:"]*;CHARSET="?([\w.-]+)"?[;:]/i;
const LINE_FEED = 0x0a;
const ESCAPE = 0x1b;

/**
 * Decodes a whole file. If it is neither UTF-16 nor valid UTF-8, or has escape sequences, decodes each line by
 * itself: as UTF-8 if it is valid, else with the charset that the line names, else as Windows-1252. Undecodable
 * bytes become U+FFFD. Throws if the file is not text.
 */
export async function textOf(bytes: Uint8Array): Promise<string> {
  const encoding = await encodingOf([bytes]);
  const isWhole = encoding.startsWith("utf-16") || (encoding === "utf-8" && !bytes.includes(ESCAPE));
  if (isWhole) return new TextDecoder(encoding).decode(bytes);
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from) + 1 || bytes.length;
    lines.push(lineOf(bytes.subarray(from, end)));
    from = end;
  }
  return lines.join("");
}

function lineOf(line: Uint8Array): string {
  const charset = CHARSET.exec(new TextDecoder("latin1").decode(line))?.[1];
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const isUtf8 = decodes(utf8, line) && decodes(utf8) && !line.includes(ESCAPE);
  return decodedAs(line, isUtf8 ? "utf-8" : (charset ?? "windows-1252"));
}

/**
 * Decodes bytes with the named charset. Invalid bytes become U+FFFD. If the charset is unknown, all non-ASCII
 * bytes become U+FFFD.
 */
export function decodedAs(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes).replace(/[^\0-\x7f]/g, "\ufffd");
  }
}

export const undecoded = (text: string): string | undefined =>
  text.includes("\ufffd")
    ? "The file has characters that cannot be decoded (shown as \ufffd). Save the file as UTF-8, and import it again."
    : undefined;
