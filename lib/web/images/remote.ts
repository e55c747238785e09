import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { AppError } from "@/lib/shared/errors";
import { type Sniffed, sniffImage } from "./sniff";

const MAX_BYTES = 10_000_000;
const TIMEOUT_MS = 15_000;

type RemoteImage = Pick<Sniffed, "mediaType"> & { bytes: Uint8Array<ArrayBuffer> };

/**
 * Fetches an image from the web that the user wants to see, of at most 10 MB. Checks by its bytes that it is an
 * image.
 */
export async function fetchImage(
  agentId: string,
  url: string,
  signal: AbortSignal,
  fetch = guardedFetch,
): Promise<RemoteImage> {
  const headers = { accept: "image/avif,image/webp,image/png,image/jpeg,image/gif" };
  const { status, bytes } = await fetch(url, {
    caller: { agentId, tool: "picture" },
    headers,
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (status >= 400) {
    throw new AppError("invalid", `The server responded with ${status} instead of an image.`);
  }
  const image = await sniffImage(bytes);
  if (!image) {
    throw new AppError(
      "invalid",
      "The address has no PNG, JPEG, GIF, WebP or AVIF image, or the image is too large to show.",
    );
  }
  return { mediaType: image.mediaType, bytes };
}
