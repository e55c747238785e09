import * as z from "zod/mini";

/** Word that confirms a restore if no password is set. */
export const RESTORE_WORD = "restore";

/** A backup that the server has made, to be fetched once from `/api/backup/ID`. */
export const madeBackup = z.object({ id: z.string(), bytes: z.number() });
export type MadeBackup = z.infer<typeof madeBackup>;

const counts = z.object({
  agents: z.number(),
  conversations: z.number(),
  messages: z.number(),
  files: z.number(),
});
export type WorkspaceCounts = z.infer<typeof counts>;

/** Response of `POST /api/backup/preview`. */
export const backupPreview = z.object({
  /** Names the uploaded file, which is kept for an hour. */
  id: z.string(),
  createdAt: z.string(),
  bytes: z.number(),
  /** True if an earlier version of Easel made it; a restore then upgrades it. */
  isEarlier: z.boolean(),
  /** True if it contains keys and sign-ins. */
  hasSecrets: z.boolean(),
  /** Things that the user must set up again, one line each. */
  enterAgain: z.array(z.string()),
  holds: counts,
  /** Rows that a restore would replace. */
  replaces: counts,
});
export type BackupPreview = z.infer<typeof backupPreview>;

/** The last restore that was requested in the settings. */
export const restoreOutcome = z.object({
  id: z.string(),
  at: z.string(),
  isDone: z.boolean(),
  /** Things to set up again, or the reason of the failure. */
  message: z.string(),
});
export type RestoreOutcome = z.infer<typeof restoreOutcome>;

/** Response of `GET /api/backup/restore`. */
export const restoreView = z.object({
  /** False if this server was not started by the launcher, which restarts it. */
  canRestore: z.boolean(),
  last: z.nullable(restoreOutcome),
});
export type RestoreView = z.infer<typeof restoreView>;
