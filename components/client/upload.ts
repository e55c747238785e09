import pLimit from "p-limit";
import { readError } from "@/lib/shared/error-response";
import { type StoredFile, storedFiles } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/client";
import { ofAgent } from "./request";

export type UploadOrigin = "upload" | "point";

/** Why an upload failed, and whether a retry can succeed. */
export class NotUploaded extends Error {
  readonly canRetry: boolean;

  constructor(message: string, canRetry: boolean) {
    super(message);
    this.name = "NotUploaded";
    this.canRetry = canRetry;
  }
}

type UploadOptions = {
  /** True if the file is kept although no message refers to it. */
  isKept?: boolean;
  origin?: UploadOrigin;
  /** The project that gets the file. */
  projectId?: string;
};

/**
 * Uploads a file and reports the progress from 0 to 1. Throws NotUploaded; `signal` aborts it. Uses
 * XMLHttpRequest because fetch reports no upload progress.
 */
export const upload = (
  file: File,
  signal: AbortSignal,
  onProgress: (part: number) => void,
  { isKept = false, origin = "upload", projectId }: UploadOptions = {},
): Promise<StoredFile> =>
  limit(() => {
    signal.throwIfAborted();
    const query = new URLSearchParams({
      name: file.name,
      ...(origin !== "upload" && { origin }),
      ...(isKept && { keep: "" }),
      ...(projectId && { projectId }),
    });
    return send(`/api/files?${query}`, { file, signal, onProgress });
  });

/** Browsers limit the connections to one server, and the chat needs some of them. */
const limit = pLimit(3);

type Sending = { file: File; signal: AbortSignal; onProgress: (part: number) => void };

function send(path: string, { file, signal, onProgress }: Sending): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", ofAgent(path));
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const body = parse(request.responseText);
      const stored = storedFiles.safeParse(body).data?.files[0];
      if (request.status === 201 && stored) return resolve(stored);
      if (request.status === 401)
        location.assign(`/login?${new URLSearchParams({ next: location.pathname })}`);
      const error = readError(body);
      reject(new NotUploaded(error?.message ?? t("fileUnreachable"), !error || request.status >= 500));
    };
    // The browser does not tell whether the server is unreachable or the file has become unreadable.
    request.onerror = () => reject(new NotUploaded(t("fileUnreachable"), true));
    request.onabort = () => reject(new NotUploaded("Cancelled.", true));
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
