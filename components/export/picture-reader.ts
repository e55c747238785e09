import { request } from "@/components/chat/client/request";

/** An exported file loads nothing, so it holds its pictures; larger ones, or more of them, are only named in it. */
const MOST_BYTES = 8_000_000;
const MOST_TOGETHER = 60_000_000;

/** A reader of stored pictures as data, up to what one file may hold. */
export function pictureReader(): (url: string) => Promise<string | undefined> {
  let room = MOST_TOGETHER;
  return async (url) => {
    const picture = await read(url, Math.min(MOST_BYTES, room));
    if (!picture) return undefined;
    room -= picture.size;
    return asData(picture);
  };
}

/** Null where it is deleted, cannot be reached or is too large: then the file names it. */
async function read(url: string, most: number): Promise<Blob | null> {
  try {
    const response = await request(url);
    if (Number(response.headers.get("content-length")) > most) {
      await response.body?.cancel();
      return null;
    }
    return await response.blob();
  } catch {
    return null;
  }
}

function asData(picture: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result));
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(picture);
  return promise;
}
