import { ApiError, request } from "@/components/client/request";
import { type CsvImported, type CsvSurvey, csvImported, csvSurvey } from "@/lib/shared/data/csv-contract";
import { type DateOrder, type Decimal, SAMPLE_BYTES } from "@/lib/shared/data/csv-style";
import { readError } from "@/lib/shared/error-response";
import { tablePath } from "./api";

export type Target = { mode: "create" | "append"; table: string; style: CsvStyle };
/** Number and date formats that the user chose for a file. */
export type CsvStyle = { decimal?: Decimal; dates?: DateOrder | "text" };

export async function surveyFile(file: File, signal: AbortSignal): Promise<CsvSurvey> {
  const init = {
    method: "POST",
    body: file.slice(0, SAMPLE_BYTES),
    headers: { "content-type": "text/csv" },
    signal,
  };
  return csvSurvey.parse(await (await request("/api/database/csv", init)).json());
}

type UploadOptions = {
  signal: AbortSignal;
  onProgress: (sent: number) => void;
};

/** Uploads a CSV file. Uses XMLHttpRequest because fetch reports no upload progress. */
export function uploadCsv(
  file: File,
  { mode, table, style }: Target,
  { signal, onProgress }: UploadOptions,
): Promise<CsvImported> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(
      "POST",
      `${tablePath(table)}/csv?${new URLSearchParams({ mode, ...style, fileName: file.name.slice(0, 300) })}`,
    );
    sending.setRequestHeader("content-type", "text/csv");
    sending.upload.onprogress = ({ loaded }) => onProgress(loaded);
    sending.upload.onload = () => onProgress(file.size);
    sending.onerror = () => reject(new TypeError("Easel cannot be reached"));
    sending.onabort = () => reject(signal.reason);
    sending.onload = () => {
      const body = parsed(sending.responseText);
      const imported = csvImported.safeParse(body);
      if (sending.status < 300 && imported.success) return resolve(imported.data);
      const error = readError(body);
      reject(
        error
          ? new ApiError(sending.status, error.message, error.details)
          : new TypeError(`Unexpected response from Easel (${sending.status})`),
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
