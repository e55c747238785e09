import { z } from "zod";
import { AUTHORS } from "@/lib/shared/history";
import { PARTS } from "@/lib/shared/kinds";
import { originList } from "@/lib/shared/origins";
import { isoTime } from "@/lib/shared/text/iso-time";

/*
 * The JSON file of a whole agent, for export and import. `lib/code/history/kinds.ts` defines the content of
 * each kind.
 */

/**
 * Limits for parsing an agent file. They allow unstorable characters, because state values may contain them.
 * Other fields with such characters are rejected one by one.
 */
export const AGENT_FILE_SHAPE = { depth: 210, values: 3_000_000, anyText: true };

export const agentFileHead = {
  easel: z.literal("agent", "This is not an agent exported by Easel"),
  format: z.literal(1, "Unknown format: the file may come from a newer Easel"),
  exportedAt: isoTime,
};

/** One version of an item. `lib/code/history/kinds.ts` validates `content` by its kind. */
export const fileRevision = z.strictObject({
  kind: z.enum(PARTS),
  name: z.string(),
  version: z.int().min(1).max(1_000_000_000),
  author: z.enum(AUTHORS),
  content: z.unknown(),
  failure: z.string().max(20_000).nullable(),
  live: z.boolean(),
  /** Web origins; missing in older files. */
  origins: z.optional(originList),
  createdAt: isoTime,
});
export type FileRevision = z.infer<typeof fileRevision>;
