import { AppError } from "./errors";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What is looked at for the signs of UTF-16 and of what is no text at all. */
const HEAD = 4_096;

/** How a text is written: what is neither marked nor valid UTF-8 is Windows-1252, as spreadsheets save it. */
export async function encodingOf(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
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

/** By its mark, or by ASCII characters of two bytes each. */
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
    "This is no CSV: it holds bytes that no text has. Save a spreadsheet as CSV and send that.",
  );

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
