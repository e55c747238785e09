import pLimit from "p-limit";
import { readError } from "@/lib/shared/chat/contract";
import { type StoredFile, storedFiles } from "@/lib/shared/files";
import { ofAgent } from "./request";

/** Why a file was not taken, in words, and whether the same file may be taken the next time. */
export class NotUploaded extends Error {
  readonly canRetry: boolean;

  constructor(message: string, canRetry: boolean) {
    super(message);
    this.name = "NotUploaded";
    this.canRetry = canRetry;
  }
}

/**
 * Sends a file to the server, and says how far it is, from 0 to 1. Throws NotUploaded; after `signal` has aborted nobody
 * waits for it any more. Not by fetch, which does not tell how much it has sent.
 */
export const upload = (
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<StoredFile> =>
  limit(() => {
    signal.throwIfAborted();
    return send(file, signal, onProgress);
  });

/** A browser keeps few connections to one server, and the chat needs some of them. */
const limit = pLimit(3);

function send(file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", ofAgent(`/api/files?${new URLSearchParams({ name: file.name })}`));
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = parse(request.responseText);
      const stored = storedFiles.safeParse(body).data?.files[0];
      if (request.status === 201 && stored) return resolve(stored);
      if (request.status === 401)
        location.assign(`/login?${new URLSearchParams({ next: location.pathname })}`);
      const error = readError(body);
      reject(new NotUploaded(error?.message ?? NOT_REACHED, !error || request.status >= 500));
    };
    // The browser does not say why: nobody answered, or the file cannot be read any more.
    request.onerror = () => reject(new NotUploaded(NOT_REACHED, true));
    request.onabort = () => reject(new NotUploaded("Called off.", true));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

const NOT_REACHED = "Easel was not reached, or the file cannot be read.";

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
