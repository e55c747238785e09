import { jsonBody, request } from "@/components/client/request";
import {
  type BackupPreview,
  backupPreview,
  type MadeBackup,
  madeBackup,
  type RestoreView,
  restoreView,
} from "@/lib/shared/backup";

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

/** Restarts the server, which restores the backup first. `confirm`: the password, or a word if none is set. */
export async function startRestore(id: string, confirm: string): Promise<void> {
  await request("/api/backup/restore", { method: "POST", ...jsonBody({ id, confirm }) });
}

export async function readRestore(): Promise<RestoreView> {
  return restoreView.parse(await (await request("/api/backup/restore")).json());
}
