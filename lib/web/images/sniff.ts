import { fileTypeFromBuffer } from "file-type";
import { imageSize } from "image-size";
import { IMAGES } from "@/lib/shared/file-address";

export type Sniffed = { mediaType: string; extension: string; width: number; height: number };

/** Maximum pixels of an image. A browser needs four bytes per pixel, however small the file is. */
const MAX_PIXELS = 100_000_000;

/**
 * Returns the type and the displayed size of an image. Returns null if the bytes are not an image of a
 * supported type and size.
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
