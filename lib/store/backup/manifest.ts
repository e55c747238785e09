import { z } from "zod";

export const FORMAT = 1;
/**
 * Names of the first and the last entry. The first identifies a backup; if the last is missing, the backup is
 * truncated.
 */
export const [MARK, MANIFEST] = ["easel-backup.json", "manifest.json"];

export const mark = z.object({ easel: z.literal("backup"), format: z.number() });

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

export const manifest = z.object({
  createdAt: z.string(),
  migration: z.object({ hash: z.string(), at: z.number() }),
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.number() })),
  /** SHA-256 (hex) and size in bytes of each other entry. */
  entries: z.record(z.string(), z.object({ hash: z.string(), size: z.number() })),
  /** Origin and fingerprint of the encryption key; null if the backup has no secrets. */
  secrets: z.object({ from: z.enum(["file", "environment"]), fingerprint: z.string() }).nullable(),
  enterAgain: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;
