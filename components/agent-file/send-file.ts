import { ApiError } from "@/components/chat/client/request";
import { readError } from "@/lib/shared/chat/contract";

type Sending = {
  signal: AbortSignal;
  /** How much has gone out, from 0 to 1; what comes after that is the server's work. */
  onProgress: (share: number) => void;
};

/** Posts a file as it is and gives back the JSON of the answer. By XMLHttpRequest, for fetch does not tell how far it is. */
export function sendFile(path: string, file: Blob, { signal, onProgress }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new TypeError("No answer from Easel"));
    request.open("POST", path);
    request.setRequestHeader("content-type", "application/json");
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
