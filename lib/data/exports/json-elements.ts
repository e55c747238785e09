/** Bytes of the text of one element; more are skipped. */
const MAX_BYTES = 200_000_000;
/** Levels of nesting of one element. Exports have fewer than 30. */
const MAX_DEPTH = 500;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
/** Space, tab and line breaks, and the bytes of a byte order mark. */
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

export type JsonElement =
  | { value: unknown; size: number }
  | { problem: "too_large" | "too_deep" | "broken_json" | "cut_off"; size: number };

type Limits = { maxBytes?: number; maxDepth?: number };

/**
 * Yields the objects of a JSON array, or of a text with one object a line, without holding more than one of them in memory.
 * The bytes are only searched for the end of an object; `JSON.parse` reads it.
 */
export async function* jsonElements(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes = MAX_BYTES, maxDepth = MAX_DEPTH }: Limits = {},
): AsyncGenerator<JsonElement> {
  /** 1 within an array, 0 for a text with one object a line; -1 before the first byte. */
  let base = -1;
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  let isScalar = false;
  let isTooDeep = false;
  let pieces: Uint8Array[] = [];
  let size = 0;

  const keep = (piece: Uint8Array) => {
    size += piece.length;
    if (size <= maxBytes && !isTooDeep) pieces.push(piece);
    else pieces = [];
  };
  const take = (): JsonElement => {
    const element = isTooDeep
      ? { problem: "too_deep" as const, size }
      : size > maxBytes
        ? { problem: "too_large" as const, size }
        : parsed(pieces, size);
    [pieces, size, isTooDeep] = [[], 0, false];
    return element;
  };

  for await (const chunk of bytes) {
    let start = depth > base && base >= 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isString = false;
        continue;
      }
      if (byte === QUOTE) isString = true;
      if (OPEN.has(byte)) {
        if (base < 0) {
          base = byte === 0x5b ? 1 : 0;
          if (base === 1) {
            depth = 1;
            continue;
          }
        }
        if (depth === base) start = at;
        depth++;
        if (depth - base > maxDepth) isTooDeep = true;
      } else if (CLOSE.has(byte)) {
        depth = Math.max(depth - 1, 0);
        if (depth === base && start >= 0) {
          keep(chunk.subarray(start, at + 1));
          start = -1;
          yield take();
        } else if (depth < base && isScalar) {
          isScalar = false;
          yield { problem: "broken_json", size: 0 };
        }
      } else if (depth === base || base < 0) {
        if (byte === COMMA) {
          if (isScalar) yield { problem: "broken_json", size: 0 };
          isScalar = false;
        } else if (!BLANK.has(byte)) isScalar = true;
      }
    }
    if (start >= 0) keep(chunk.subarray(start));
  }
  if (size > 0 || isString || (base === 1 && depth > 0)) yield { problem: "cut_off", size };
  else if (isScalar || base < 0) yield { problem: "broken_json", size };
}

function parsed(pieces: readonly Uint8Array[], size: number): JsonElement {
  try {
    return { value: JSON.parse(Buffer.concat(pieces).toString("utf8")), size };
  } catch {
    return { problem: "broken_json", size };
  }
}
