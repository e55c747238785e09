import { Readable } from "node:stream";
import { promisify } from "node:util";
import { createZstdDecompress, zstdCompress } from "node:zlib";
import * as blobs from "@/lib/ground/blobs/blobs";
import { isAppError } from "@/lib/shared/errors";
import type { BlobSizes } from "../cut-bytes";
import { type JsonPath, refuseFile } from "../file-problem";

const LINE = 10;
const compress = promisify(zstdCompress);

/**
 * Compresses all lines in one call, because compressing them in chunks could give different bytes on each
 * export.
 */
export const packLines = (lines: readonly string[]): Promise<Buffer> =>
  compress(Buffer.from(lines.map((line) => `${line}\n`).join("")));

type Bounds = {
  what: string;
  maxBytes: number;
  /** Maximum bytes of one line. */
  maxLine: number;
};

export async function* unpackLines(
  hash: string,
  blobSizes: BlobSizes,
  place: JsonPath,
  { what, maxBytes, maxLine }: Bounds,
): AsyncGenerator<unknown> {
  const bytes = blobSizes.has(hash) ? await blobs.openBlob(hash) : null;
  if (!bytes) throw refuseFile(place, `it must be the ${what}s as base64`);
  const plain = Readable.fromWeb(bytes as Parameters<typeof Readable.fromWeb>[0]).pipe(
    createZstdDecompress(),
  );
  let [length, left] = [0, Buffer.alloc(0)];
  try {
    for await (const piece of plain as AsyncIterable<Buffer>) {
      length += piece.length;
      // Reject data that decompresses to more than the limits, before it fills the memory.
      if (length > maxBytes || left.length > maxLine)
        throw refuseFile(place, "its decompressed size exceeds the limit");
      left = Buffer.concat([left, piece]);
      let from = 0;
      for (let end = left.indexOf(LINE); end >= 0; end = left.indexOf(LINE, from)) {
        yield JSON.parse(left.toString("utf8", from, end));
        from = end + 1;
      }
      left = left.subarray(from);
    }
    if (left.length > 0) throw new SyntaxError("The last line has no end");
  } catch (error) {
    if (isAppError(error)) throw error;
    throw refuseFile(place, `it is not zstd-compressed JSON with one ${what} per line`);
  } finally {
    plain.destroy();
  }
}
