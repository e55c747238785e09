import * as z from "zod/mini";

/** Views of the workspace itself: nobody writes them here. */
export const PROTECTED = ["chats", "messages", "settings", "media", "attachments"] as const;
/** Written by the agent, and checked. */
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

/** A collection of the agent's own. */
export const collectionName = z.string().check(z.regex(/^ai_[A-Za-z0-9_]{1,61}$/));

/** The header of an answer that names the revision of the collection that was made. */
export const REVISION = "easel-revision";

/** What `GET /api/documents/collections` sends. */
export const collectionList = z.object({
  collections: z.array(
    z.object({
      name: z.string(),
      documents: z.number(),
      indexes: z.optional(z.array(z.object({ keys: z.array(z.string()), unique: z.boolean() }))),
      /** On the web, of what may be in it. */
      origins: z.optional(z.array(z.string())),
    }),
  ),
});
export type CollectionSummary = z.infer<typeof collectionList>["collections"][number];

/** Of one agent together; `documentBytes` of one. Those of the workspace's own are not counted. */
export const LIMITS = {
  collections: 100,
  documents: 100_000,
  bytes: 100_000_000,
  documentBytes: 1_000_000,
  rows: 1_000,
  chars: 60_000,
  ms: 5_000,
} as const;
