/**
 * Depth at which the scan stops. Deeper than any accepted body, but parsed quickly enough that the path of
 * the error can be reported.
 */
const DEEP = 5_000;

/**
 * Returns what is excessive in JSON bytes, before parsing: millions of nested lists block the parser, and
 * thus the server, for half a minute.
 */
export function tooMuch(bytes: Uint8Array, maxValues: number): "deep" | "many" | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === LIST || byte === OBJECT) {
      values++;
      if (++depth > DEEP) return "deep";
    } else if (byte === LIST_END || byte === OBJECT_END) depth--;
    else if (byte === COMMA && ++values > 2 * maxValues) return "many";
  }
  return null;
}

const [QUOTE, BACKSLASH, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = Buffer.from('"\\,[]{}');

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
