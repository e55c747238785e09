import pLimit from "p-limit";
import { singleton } from "@/lib/ground/base/process";
import { read } from "@/lib/ground/blobs/blobs";

export type SmallImage = { bytes: Uint8Array<ArrayBuffer>; mediaType: string };

/**
 * Maximum length of the longer side in pixels: the size of a tile in the grid on a screen with double density.
 */
const SIDE = 560;
const QUALITY = 78;
const MAX_PIXELS = 120_000_000;
/** Concurrency limit: resizing takes memory and a core, which the rest of the server needs as well. */
const CONCURRENCY = 2;

const turns = () => singleton("images.small", () => pLimit(CONCURRENCY));

export async function smallImage(hash: string): Promise<SmallImage | null> {
  const sharp = await import("sharp").then(
    (module) => module.default,
    () => null,
  );
  if (!sharp) return null;
  return turns()(async () => {
    const bytes = await read(hash);
    if (!bytes) return null;
    const small = sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: QUALITY });
    // If the image is damaged, return null, so that the browser gets the original and may show part of it.
    const drawn = await small.toBuffer().catch(() => null);
    return drawn && { bytes: new Uint8Array(drawn), mediaType: "image/webp" };
  });
}
