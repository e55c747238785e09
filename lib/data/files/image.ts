import { log } from "@/lib/ground/base/log";
import { read } from "@/lib/ground/blobs/blobs";

/** Media types of images that every provider accepts unchanged, up to the sizes below. */
const AS_IS = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const MAX_BYTES = 3_500_000;
const MAX_PIXELS = 8_000;
/**
 * Models scale images down to about this side length, so the server scales larger ones before it sends them.
 */
const SIDE = 2_000;
const QUALITY = 85;
/** Images with more pixels than this are not decoded. */
const MAX_DRAWN = 120_000_000;

type Image = { bytes: Uint8Array; mediaType: string };
type Size = { size: number; mediaType: string; width: number | null; height: number | null };

export const isFit = ({ size, mediaType, width, height }: Size): boolean =>
  AS_IS.has(mediaType) && size <= MAX_BYTES && Math.max(width ?? 0, height ?? 0) <= MAX_PIXELS;

/** Returns an image that models accept, or null if the file is missing or cannot be converted. */
export async function scaled(hash: string, mediaType: string): Promise<Image | null> {
  const bytes = await read(hash);
  if (!bytes) return null;
  const sharp = await drawer();
  if (!sharp) return bytes.byteLength <= MAX_BYTES && AS_IS.has(mediaType) ? { bytes, mediaType } : null;
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_DRAWN, failOn: "error" });
    const { width, height, hasAlpha } = await image.metadata();
    if (isFit({ size: bytes.byteLength, mediaType, width, height })) {
      // Decode the image to check it, because a provider rejects the whole request for one damaged image.
      await image.clone().resize(8, 8).toBuffer();
      return { bytes, mediaType };
    }
    const small = image.autoOrient().resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true });
    // Keep transparency by sending a PNG, unless the PNG is too large.
    const png = hasAlpha ? await small.clone().png().toBuffer() : null;
    if (png && png.byteLength <= MAX_BYTES) return { bytes: png, mediaType: "image/png" };
    const jpeg = await small.flatten({ background: "#fff" }).jpeg({ quality: QUALITY }).toBuffer();
    return { bytes: jpeg, mediaType: "image/jpeg" };
  } catch (error) {
    log.warn("An image could not be prepared for a model", error);
    return null;
  }
}

/**
 * sharp is not available on every platform. Without it, the server sends only images that need no scaling.
 */
const drawer = () =>
  import("sharp").then(
    (module) => module.default,
    () => null,
  );
