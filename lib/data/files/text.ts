export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Bytes at the start of a file that are examined to detect its type. */
export const HEAD_BYTES = 64_000;

/**
 * Returns true for control characters that do not occur in text. Tab, line ends, form feed, backspace and
 * escape do occur.
 */
const isStrange = (byte: number) => byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27;

export function encodingOfHead(head: Uint8Array): TextEncoding | null {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  const wide = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : wideOf(head);
  if (wide) return decodes(head, wide) ? wide : null;
  if (head.includes(0)) return null;
  if (head.filter(isStrange).length > head.length / 500) return null;
  return decodes(head, "utf-8") ? "utf-8" : "windows-1252";
}

/** Detects UTF-16 without a byte order mark, by the zeros: in most languages, every second byte is 0. */
function wideOf(head: Uint8Array): "utf-16le" | "utf-16be" | null {
  const pairs = Math.floor(head.length / 2);
  if (pairs < 2) return null;
  let high = 0;
  let low = 0;
  for (const [at, byte] of head.subarray(0, 2 * pairs).entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) high += 1;
    else low += 1;
  }
  if (low > 0.7 * pairs && high === 0) return "utf-16le";
  return high > 0.7 * pairs && low === 0 ? "utf-16be" : null;
}

/** Returns true if the start of the file is valid in this encoding. It may end inside a character. */
function decodes(head: Uint8Array, encoding: TextEncoding): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    // UTF-16 can decode almost any bytes, but bytes of other data usually give some characters that are not
    // printable or not assigned.
    return !encoding.startsWith("utf-16") || !/(?![\t-\r])[\p{Cc}\p{Cn}\p{Co}]/u.test(text);
  } catch {
    return false;
  }
}

/**
 * Yields the decoded text in pieces, without the byte order mark. Throws a TypeError if the bytes are invalid
 * in this encoding.
 */
export async function* decodedText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== "windows-1252" });
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
