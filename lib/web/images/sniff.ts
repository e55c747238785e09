import { fileTypeFromBuffer } from "file-type";
import { imageSize } from "image-size";
import { IMAGES } from "@/lib/shared/file-address";

export type Sniffed = { mediaType: string; extension: string; width: number; height: number };

/** Limit for decoded images: a browser needs four bytes a pixel, regardless of the compression. */
const MAX_PIXELS = 100_000_000;

/**
 * Returns the type and displayed size of an image, or null if the bytes are not an image that browsers may
 * get.
 */
export async function sniffImage(bytes: Uint8Array): Promise<Sniffed | null> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found || !IMAGES.has(found.mime)) return null;
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    if (width < 1 || height < 1 || width * height > MAX_PIXELS) return null;
    const size = orientation >= 5 ? { width: height, height: width } : { width, height };
    return { mediaType: found.mime, extension: found.ext, ...size };
  } catch {
    return null;
  }
}
