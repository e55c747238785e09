/** Deeper than any body that is taken, and shallow enough to be read in a moment and told where it is too deep. */
const DEEP = 5_000;

/**
 * What is too much about the text of some JSON, told before it is read: millions of lists in each other keep the parser
 * busy for half a minute, and nobody else is served meanwhile.
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
