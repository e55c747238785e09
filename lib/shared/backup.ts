import * as z from "zod/mini";

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
  createdAt: z.string(),
  bytes: z.number(),
  /** True if an earlier version of Easel made it; a restore then upgrades it. */
  isEarlier: z.boolean(),
  /** True if it contains keys and sign-ins. */
  hasSecrets: z.boolean(),
  /** What the user must set up again, one line each. */
  enterAgain: z.array(z.string()),
  holds: counts,
  /** What a restore would replace. */
  replaces: counts,
});
export type BackupPreview = z.infer<typeof backupPreview>;
