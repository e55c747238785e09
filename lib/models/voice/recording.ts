import { fileTypeFromBuffer } from "file-type";
import { incoming } from "@/lib/ground/blobs/incoming";
import { AppError } from "@/lib/shared/errors";
import { MAX_RECORDING } from "@/lib/shared/voice/voice";

/** Containers of sound alone, which browsers and messengers record, can have the types of a video. */
const SOUND = /^audio\/|^(?:video\/(?:webm|mp4|ogg)|application\/ogg)$/;

/** Reads the recording in the body of a request. Throws an AppError if it is too large or no recording. */
export async function readRecording({ body }: Request): Promise<Uint8Array> {
  if (!body) throw new AppError("bad_request", "The body is empty; send a recording.");
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of incoming(body)) {
    size += piece.byteLength;
    if (size > MAX_RECORDING)
      throw new AppError("too_large", "A recording has at most 25 MB, about ten minutes of speech.");
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.byteLength === 0) throw new AppError("bad_request", "The body is empty; send a recording.");
  await assertSound(bytes);
  return bytes;
}

/** Decides by the bytes, because the type of a request is only a claim. */
async function assertSound(bytes: Uint8Array): Promise<void> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found && SOUND.test(found.mime)) return;
  throw new AppError(
    "unsupported_media_type",
    "The body is no recording. Send WebM, Ogg, MP4, MP3, WAV or FLAC.",
  );
}
