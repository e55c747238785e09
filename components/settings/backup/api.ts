import { jsonBody, request } from "@/components/client/request";
import { type BackupPreview, backupPreview, type MadeBackup, madeBackup } from "@/lib/shared/backup";

/** A large workspace takes minutes to read. */
const PATIENCE_MS = 600_000;

/** `current`: the password, if one is set. */
export async function makeBackup(current: string | undefined): Promise<MadeBackup> {
  const init = { method: "POST", ...jsonBody({ current }), patienceMs: PATIENCE_MS };
  return madeBackup.parse(await (await request("/api/backup", init)).json());
}

export async function previewBackup(file: File): Promise<BackupPreview> {
  const init = { method: "POST", body: file, patienceMs: PATIENCE_MS };
  return backupPreview.parse(await (await request("/api/backup/preview", init)).json());
}
