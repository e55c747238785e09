import { MAX_FILE_BYTES } from "@/lib/shared/components/access";
import { call, notSent } from "./calls";
import { isByHand } from "./gestures";
import { type FoundFile, toPlain } from "./plain";
import { send } from "./port";

/** Bytes per part; a multiple of 3, so that the base64 of each part is complete. */
const PART_BYTES = 480_000;
const MAX_FILES = 20;

let last = 0;

/** Sends the bytes of a file to the page and returns their number there. Throws if the file is too large. */
export async function sendBytes(blob: Blob, what: string): Promise<number> {
  if (blob.size > MAX_FILE_BYTES)
    throw new RangeError(
      `${what} is ${(blob.size / 1e6).toFixed(1)} MB; a component can send at most ${MAX_FILE_BYTES / 1e6} MB. Send less data.`,
    );
  const file = ++last;
  for (let at = 0; at < blob.size; at += PART_BYTES)
    send({ type: "part", file, data: await base64Of(blob.slice(at, at + PART_BYTES)) });
  return file;
}

function base64Of(part: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
  reader.onerror = () => reject(new Error("The file can no longer be read. Choose it again."));
  reader.readAsDataURL(part);
  return promise;
}

export const labelOf = (blob: Blob, name?: string) => ({
  name: (name ?? (blob instanceof File ? blob.name : "")).slice(0, 255) || "file",
  mediaType: blob.type.length > 127 ? "" : blob.type,
});

/**
 * Sends `value` as JSON data in the message that `make` returns. Files in it are stored first and become
 * references; without files it is sent at once. Reports on the surface what cannot be sent, and rejects.
 */
export function callWith<T = void>(
  value: unknown,
  path: string,
  make: (value: unknown) => Parameters<typeof call>[0],
  what: string,
): Promise<T> {
  try {
    const plain = toPlain(value, path);
    if (plain.files.length === 0) return call<T>(make(plain.value), what);
    const byHand = isByHand();
    const done = storeAll(plain.files, byHand).then(
      () => call<T>(make(plain.value), what),
      (error) => notSent(error),
    );
    // Avoids an unhandled rejection. The failure is already reported on the surface.
    done.catch(() => {});
    return done;
  } catch (error) {
    return notSent(error);
  }
}

async function storeAll(files: readonly FoundFile[], byHand: boolean): Promise<void> {
  if (files.length > MAX_FILES) throw new RangeError(`At most ${MAX_FILES} files can be sent at once.`);
  for (const { path, blob, replace } of files) {
    const file = await sendBytes(blob, path);
    const stored = await call<unknown>(
      (id) => ({ type: "store", id, file, ...labelOf(blob), byHand }),
      path,
    ).catch((error: Error) => {
      throw new Error(`${path} was not stored: ${error.message}`);
    });
    replace(stored);
  }
}
