import { z } from "zod";
import { AUTHORS } from "@/lib/shared/history";
import { PARTS } from "@/lib/shared/kinds";
import { originList } from "@/lib/shared/origins";
import { isoTime } from "@/lib/shared/text/iso-time";

/** What a whole agent is exported as and imported from: one JSON file. What it has of each kind stands in `lib/code/history/kinds.ts`. */

/** Texts may hold anything: a value of the state may, and what cannot be stored is refused where it stands. */
export const AGENT_FILE_SHAPE = { depth: 210, values: 3_000_000, anyText: true };

export const agentFileHead = {
  easel: z.literal("agent", "This is no agent that Easel has exported"),
  format: z.literal(1, "This format is not known here: it may be that of a newer Easel"),
  exportedAt: isoTime,
};

/** A version; its content is looked at by its kind. */
export const fileRevision = z.strictObject({
  kind: z.enum(PARTS),
  name: z.string(),
  version: z.int().min(1).max(1_000_000_000),
  author: z.enum(AUTHORS),
  content: z.unknown(),
  failure: z.string().max(20_000).nullable(),
  live: z.boolean(),
  /** On the web; none in files of before they were kept. */
  origins: z.optional(originList),
  createdAt: isoTime,
});
export type FileRevision = z.infer<typeof fileRevision>;
