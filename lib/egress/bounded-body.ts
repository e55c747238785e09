import { Readable } from "node:stream";
import { createBrotliDecompress, createInflate, createUnzip } from "node:zlib";
import { AppError } from "@/lib/shared/errors";

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createUnzip,
  "x-gzip": createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * A body as it was meant, unpacked while it is taken and never more than `maxBytes`: what is packed may be a thousand
 * times larger, and is then given up where it grows too long.
 */
export async function* boundedBody(
  body: Readable,
  encoding: string,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const piece of decoded(body, encoding.trim().toLowerCase())) {
    total += piece.byteLength;
    if (total > maxBytes) throw tooLarge(maxBytes);
    yield piece;
  }
}

async function* decoded(body: Readable, encoding: string): AsyncGenerator<Uint8Array> {
  if (encoding === "" || encoding === "identity") return yield* body;
  const decoder = DECODERS[encoding]?.();
  if (!decoder) throw new AppError("unavailable", "The answer is packed in a way that is not understood.");
  body.on("error", (error) => decoder.emit("error", error));
  yield* Readable.from(body.pipe(decoder));
}

export const tooLarge = (maxBytes: number) =>
  new AppError(
    "too_large",
    `The answer is larger than ${Math.floor(maxBytes / 1_000_000)} MB, so it was given up.`,
  );
