import { pipeline, type Readable, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createUnzip,
  createZstdDecompress,
} from "node:zlib";
import { AppError } from "@/lib/shared/errors";

/** Maximum window of zstd on the web (RFC 9659): 8 MB. */
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const DECODERS: Record<string, (first: Uint8Array) => Transform> = {
  gzip: () => createUnzip(),
  "x-gzip": () => createUnzip(),
  // Decode deflate also without the zlib header: many servers omit it, and browsers accept that.
  deflate: ([first = 0]) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(ZSTD),
};

export const ENCODINGS = "gzip, deflate, br, zstd";

export type Bounds = { maxBytes: number; onTooLong: "fail" | "cut" };

/**
 * Reads and decodes a body up to `maxBytes`. Decoding is incremental, because a compressed body can expand a
 * thousandfold.
 */
export async function readBounded(
  body: Readable,
  encoding: string,
  { maxBytes, onTooLong }: Bounds,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let remainingBytes = maxBytes;
  for await (const piece of decodedBody(body, encoding)) {
    if (piece.byteLength > remainingBytes && onTooLong === "fail") throw bodyTooLarge(maxBytes);
    pieces.push(piece.subarray(0, remainingBytes));
    remainingBytes -= piece.byteLength;
    if (remainingBytes < 0) break;
  }
  return { bytes: joined(pieces), isCut: remainingBytes < 0 };
}

export async function* decodedBody(body: Readable, encoding: string): AsyncGenerator<Uint8Array> {
  const ways = encoding
    .toLowerCase()
    .split(",")
    .map((way) => way.trim());
  const [way, ...more] = ways.filter((each) => each !== "" && each !== "identity");
  if (way === undefined) return yield* body;
  const decoderFor = DECODERS[way];
  if (!decoderFor || more.length > 0) throw notUnderstood(encoding);
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const { value: first, done } = await pieces.next();
  // An empty body is valid with any Content-Encoding.
  if (done) return;
  try {
    // The iterator throws the errors, so the callback ignores them. If either stream ends, the pipeline ends
    // the other.
    yield* pipeline(after(first, pieces), decoderFor(first), () => {});
  } catch (error) {
    throw isOfPacking(error) ? notUnpacked(way, error) : error;
  }
}

async function* after(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/**
 * Returns true for errors of the decoders, by their error codes: zlib, Brotli and zstd name them differently.
 */
const isOfPacking = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  /^(Z_|ZSTD_|ERR_(_|BROTLI|ZSTD|TRAILING))/.test(String(error.code));

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}

const notUnderstood = (encoding: string) =>
  new AppError(
    "unavailable",
    `The answer has the unsupported encoding “${encoding.slice(0, 100)}”. Try another address.`,
  );

const notUnpacked = (way: string, cause: unknown) =>
  new AppError("unavailable", `The answer is declared as ${way}, but cannot be decoded.`, {
    cause,
  });

export const bodyTooLarge = (maxBytes: number) =>
  new AppError(
    "too_large",
    `The answer is larger than ${Math.floor(maxBytes / 1_000_000)} MB, so it was dropped.`,
  );
