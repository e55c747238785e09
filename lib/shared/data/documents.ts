import * as z from "zod/mini";

/** Read-only views of the workspace. */
export const PROTECTED = ["chats", "messages", "settings", "media", "attachments"] as const;
/** Collections that the agent writes and Easel validates. */
export const MANAGED = ["master", "contacts", "schedule", "cronjobs"] as const;

export const OPERATIONS = [
  "find",
  "findOne",
  "insertOne",
  "insertMany",
  "updateOne",
  "updateMany",
  "deleteOne",
  "deleteMany",
  "countDocuments",
  "aggregate",
  "createCollection",
  "createIndex",
  "listCollections",
] as const;
export const operation = z.enum(OPERATIONS);
export type Operation = z.infer<typeof operation>;

export const collectionName = z.string().check(z.regex(/^ai_[A-Za-z0-9_]{1,61}$/));

/** Response header with the revision of the collection that the change created. */
export const REVISION = "easel-revision";

/**
 * Limits for all collections of an agent together, without read-only views. `documentBytes` is the limit of one
 * document.
 */
export const LIMITS = {
  collections: 100,
  documents: 100_000,
  bytes: 100_000_000,
  documentBytes: 1_000_000,
  rows: 1_000,
  chars: 60_000,
  ms: 5_000,
} as const;
