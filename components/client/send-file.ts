import { readError } from "@/lib/shared/error-response";
import { pageHeaders } from "./page-proof";
import { ApiError, ofAgent } from "./request";

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

type Sending = {
  /** Media type of the body. */
  type: string;
  signal: AbortSignal;
  /**
   * Reports the uploaded share, from 0 to 1. At 1 the upload is complete and the server processes the file.
   */
  onProgress: (share: number) => void;
};

/**
 * Posts a file and resolves to the JSON of the response. Uses XMLHttpRequest because fetch reports no upload
 * progress.
 */
export function sendFile(path: string, file: Blob, { type, signal, onProgress }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new TypeError("No answer from Easel"));
    request.open("POST", ofAgent(path));
    request.setRequestHeader("content-type", type);
    for (const [name, value] of Object.entries(pageHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
    request.upload.onload = () => onProgress(1);
    request.onerror = lost;
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const body = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) return resolve(body);
      if (request.status === 401)
        location.assign(`/login?${new URLSearchParams({ next: location.pathname })}`);
      const error = readError(body);
      if (error) reject(new ApiError(request.status, error.message, error.details));
      else lost();
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
