import { z } from "zod";

export const FORMAT = 1;
/** The first entry of the archive, by which it is known, and the last, without which it is not whole. */
export const [MARK, MANIFEST] = ["easel-backup.json", "manifest.json"];

export const mark = z.object({ easel: z.literal("backup"), format: z.number() });

const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);

/** What a backup holds, by which it is checked before anything is changed. */
export const manifest = z.object({
  createdAt: z.string(),
  /** The last migration of the schema that the tables are of. */
  migration: z.object({ hash: z.string(), at: z.number() }),
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.number() })),
  /** sha256 of each entry but this one, in hex, and its bytes. */
  entries: z.record(z.string(), z.object({ hash: z.string(), size: z.number() })),
  /** Where the key that seals secrets is from, and what knows it; null where secrets were left out. */
  secrets: z.object({ from: z.enum(["file", "environment"]), fingerprint: z.string() }).nullable(),
  /** What has to be entered again, in words. */
  enterAgain: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;
