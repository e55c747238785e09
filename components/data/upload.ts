import { ApiError } from "@/components/chat/client/request";
import { readError } from "@/lib/shared/chat/contract";
import { type CsvImported, csvImported } from "@/lib/shared/data/contract";
import { tablePath } from "./api";

export type Target = { mode: "create" | "append"; table: string };

type UploadOptions = {
  signal: AbortSignal;
  /** How many of the file's bytes have arrived. */
  onProgress: (sent: number) => void;
};

/** Sends a CSV file. Not by fetch, which does not tell how much of a body has gone. */
export function uploadCsv(
  file: File,
  { mode, table }: Target,
  { signal, onProgress }: UploadOptions,
): Promise<CsvImported> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", `${tablePath(table)}/csv?mode=${mode}`);
    sending.setRequestHeader("content-type", "text/csv");
    sending.upload.onprogress = ({ loaded }) => onProgress(loaded);
    sending.upload.onload = () => onProgress(file.size);
    sending.onerror = () => reject(new TypeError("Easel was not reached"));
    sending.onabort = () => reject(signal.reason);
    sending.onload = () => {
      const body = parsed(sending.responseText);
      const imported = csvImported.safeParse(body);
      if (sending.status < 300 && imported.success) return resolve(imported.data);
      const error = readError(body);
      reject(
        error
          ? new ApiError(sending.status, error.message, error.details)
          : new TypeError(`No answer from Easel (${sending.status})`),
      );
    };
    signal.addEventListener("abort", () => sending.abort(), { once: true });
    sending.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
