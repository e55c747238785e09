import { pipeline, type Readable, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createInflate,
  createUnzip,
  createZstdDecompress,
} from "node:zlib";
import { AppError } from "@/lib/shared/errors";

/** What a zstd stream on the web may ask for (RFC 9659): 8 MB. */
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const DECODERS: Record<string, () => Transform> = {
  gzip: createUnzip,
  "x-gzip": createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress(ZSTD),
};

/** What is asked for: the ways of packing that are understood. */
export const ENCODINGS = "gzip, deflate, br, zstd";

export type Bounds = { maxBytes: number; onTooLong: "fail" | "cut" };

/**
 * A body as it was meant, unpacked while it is taken and never more than `maxBytes`: what is packed may be a thousand
 * times larger, and is left where it grows too long.
 */
export async function readBounded(
  body: Readable,
  encoding: string,
  { maxBytes, onTooLong }: Bounds,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let room = maxBytes;
  for await (const piece of decoded(body, encoding.trim().toLowerCase())) {
    if (piece.byteLength > room && onTooLong === "fail") throw tooLarge(maxBytes);
    pieces.push(piece.subarray(0, room));
    room -= piece.byteLength;
    if (room < 0) break;
  }
  return { bytes: joined(pieces), isCut: room < 0 };
}

function decoded(body: Readable, encoding: string): AsyncIterable<Uint8Array> {
  if (encoding === "" || encoding === "identity") return body;
  const decoder = DECODERS[encoding]?.();
  if (!decoder) throw new AppError("unavailable", "The answer is packed in a way that is not understood.");
  // Each ends with the other; the reader of the decoder hears of what went wrong.
  return pipeline(body, decoder, () => {});
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}

export const tooLarge = (maxBytes: number) =>
  new AppError(
    "too_large",
    `The answer is larger than ${Math.floor(maxBytes / 1_000_000)} MB, so it was given up.`,
  );
