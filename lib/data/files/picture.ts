import { log } from "@/lib/ground/base/log";
import { read } from "@/lib/ground/blobs/blobs";

/** What every provider takes of one picture as it is. */
const AS_IS = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const MAX_BYTES = 3_500_000;
const MAX_PIXELS = 8_000;
/** Models see no more than this; a picture that is too large as it is becomes so large. */
const SIDE = 2_000;
const QUALITY = 85;
/** A picture that unfolds to more than this is not drawn. */
const MAX_DRAWN = 120_000_000;

type Picture = { bytes: Uint8Array; mediaType: string };
type Size = { size: number; mediaType: string; width: number | null; height: number | null };

/** Whether a model takes the picture as it is. */
export const isFit = ({ size, mediaType, width, height }: Size): boolean =>
  AS_IS.has(mediaType) && size <= MAX_BYTES && Math.max(width ?? 0, height ?? 0) <= MAX_PIXELS;

/** A picture as models take it; null where it is gone or cannot be made so. */
export async function scaled(hash: string, mediaType: string): Promise<Picture | null> {
  const bytes = await read(hash);
  if (!bytes) return null;
  const sharp = await drawer();
  if (!sharp) return bytes.byteLength <= MAX_BYTES && AS_IS.has(mediaType) ? { bytes, mediaType } : null;
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_DRAWN, failOn: "error" });
    const { width, height, hasAlpha } = await picture.metadata();
    if (isFit({ size: bytes.byteLength, mediaType, width, height })) {
      // A provider refuses the whole request for one picture that is damaged.
      await picture.clone().resize(8, 8).toBuffer();
      return { bytes, mediaType };
    }
    const small = picture.autoOrient().resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true });
    // A drawing with transparent places stays one, unless that makes it too large.
    const png = hasAlpha ? await small.clone().png().toBuffer() : null;
    if (png && png.byteLength <= MAX_BYTES) return { bytes: png, mediaType: "image/png" };
    const jpeg = await small.flatten({ background: "#fff" }).jpeg({ quality: QUALITY }).toBuffer();
    return { bytes: jpeg, mediaType: "image/jpeg" };
  } catch (error) {
    log.warn("A picture could not be made ready for a model", error);
    return null;
  }
}

/** There is none for some platforms; then only what is fit already is shown. */
const drawer = () =>
  import("sharp").then(
    (module) => module.default,
    () => null,
  );
