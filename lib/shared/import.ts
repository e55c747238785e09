import * as z from "zod/mini";
import { KINDS, type Kind } from "./kinds";

/** What the routes of imports send and the browser reads. */

/** Of its text; the bytes of files and of the database are stored as they come, and are not counted. */
export const AGENT_FILE_BYTES = 50_000_000;
/** Of the whole file. */
export const MAX_AGENT_FILE = 4_000_000_000;

/** What a file brings that has no versions here: it is not taken back by going back to a moment. */
export const UNVERSIONED = ["file", "setting", "server", "conversation"] as const;
export type ImportKind = Kind | (typeof UNVERSIONED)[number];

/** What an import would do to one thing. */
const importChange = z.object({
  kind: z.enum([...KINDS, ...UNVERSIONED]),
  name: z.string(),
  /** What it is called, where its name is an id. */
  title: z.optional(z.string()),
  /** Of what is not compared: what there is in it, in words. */
  detail: z.optional(z.string()),
  /** `history`: what is live here stays so, and versions join its history. */
  action: z.enum(["create", "change", "history"]),
  /** How many versions are added. */
  versions: z.number(),
  /** The version that is live here; null when there is none. */
  from: z.nullable(z.number()),
  /** Of that version. */
  liveId: z.nullable(z.string()),
  /** A tool that comes switched off although the file has it on: no more of them can be enabled. */
  disabled: z.optional(z.literal(true)),
  /** A setting that lets the agent do without asking what it asks about here. */
  allows: z.optional(z.literal(true)),
});
export type ImportChange = z.infer<typeof importChange>;

export const importPreview = z.object({
  exportedAt: z.string(),
  /** Sent back as `?expect=`, it makes sure that nothing else is done. */
  hash: z.string(),
  /** So many things are here already, with every version. */
  same: z.number(),
  changes: z.array(importChange),
});
export type ImportPreview = z.infer<typeof importPreview>;

export const imported = z.object({
  /** The time of every version that was written: all was as before a millisecond earlier. Null when none was. */
  at: z.nullable(z.string()),
  same: z.number(),
  changes: z.array(importChange),
});
export type Imported = z.infer<typeof imported>;
