import { downloadAs } from "@/components/ui/kit/download";
import { notifyProblem } from "@/components/ui/kit/notify";
import { type ExportSource, MAX_EXPORT_BYTES } from "@/lib/shared/exports";
import { t } from "@/lib/shared/i18n/en/export";
import { failureText } from "./failure";
import { request } from "./request";

const PATIENCE_MS = 120_000;

/** Downloads an exported file. The gallery keeps a copy if the file has a source and is not too large. */
export function deliver(file: Blob, name: string, exportOf: ExportSource | undefined): void {
  downloadAs(file, name);
  if (!exportOf || file.size > MAX_EXPORT_BYTES) return;
  const query = new URLSearchParams({ name, exportOf: JSON.stringify(exportOf) });
  const headers = { "content-type": file.type };
  request(`/api/files?${query}`, { method: "POST", body: file, headers, patienceMs: PATIENCE_MS }).catch(
    (error) => void notifyProblem(t("notKept", { name, error: failureText(error) })),
  );
}
