import pLimit from "p-limit";
import { owned } from "@/lib/ground/base/process";
import { read } from "@/lib/ground/blobs/blobs";

export type SmallPicture = { bytes: Uint8Array<ArrayBuffer>; mediaType: string };

/** Pixels of the longer side: a tile of the grid on a screen of twice the usual density. */
const SIDE = 560;
const QUALITY = 78;
const MAX_PIXELS = 120_000_000;
/** Drawing takes memory and a core, which the rest of the server needs too. */
const AT_ONCE = 2;

const turns = () => owned("images.small", () => pLimit(AT_ONCE));

/** A picture as small as a list shows it; null where it cannot be drawn here, and has to do as it is. */
export async function smallPicture(hash: string): Promise<SmallPicture | null> {
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
    // What is damaged is shown as far as the browser can.
    const drawn = await small.toBuffer().catch(() => null);
    return drawn && { bytes: new Uint8Array(drawn), mediaType: "image/webp" };
  });
}
