import * as z from "zod/mini";
import type { AppSource, Quotas, Rules } from "./contract";

/* Responses of `/api/apps`. */

/** Query of the source before it is published. */
export const appPlan = z.object({
  title: z.string(),
  /** Queries that the code names, and those for which it computes the text. */
  queries: z.array(z.string()),
  hasOpenQueries: z.boolean(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      key: z.array(z.string()),
      isRead: z.boolean(),
      isWritten: z.boolean(),
    }),
  ),
  state: z.array(z.string()),
  callsTool: z.boolean(),
  asksModel: z.boolean(),
});
export type AppPlan = z.infer<typeof appPlan>;

export const listedApp = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  source: z.custom<AppSource>(),
  audience: z.enum(["members", "link", "public"]),
  members: z.nullable(z.array(z.string())),
  version: z.nullable(z.number()),
  versions: z.array(z.object({ number: z.number(), title: z.string(), createdAt: z.string() })),
  rules: z.nullable(z.custom<Rules>()),
  expiresAt: z.nullable(z.string()),
  hasPasscode: z.boolean(),
  maxVisits: z.nullable(z.number()),
  visits: z.number(),
  visitors: z.number(),
  writes: z.number(),
  embed: z.array(z.string()),
  quotas: z.custom<Quotas>(),
  /** Null if the token was made by another installation, so that the link cannot be shown again. */
  url: z.nullable(z.string()),
  createdAt: z.string(),
});
export type ListedApp = z.infer<typeof listedApp>;
export const appList = z.object({ apps: z.array(listedApp), off: z.nullable(z.string()) });

export const listedVisitor = z.object({
  id: z.string(),
  number: z.number(),
  name: z.string(),
  isMember: z.boolean(),
  writes: z.number(),
  undone: z.number(),
  seenAt: z.string(),
});
export type ListedVisitor = z.infer<typeof listedVisitor>;
export const visitorList = z.object({ visitors: z.array(listedVisitor) });

const cells = z.nullable(z.record(z.string(), z.string()));
export const listedWrite = z.object({
  id: z.string(),
  table: z.string(),
  kind: z.enum(["insert", "change", "remove"]),
  key: cells,
  before: cells,
  after: cells,
  version: z.number(),
  createdAt: z.string(),
  undoneAt: z.nullable(z.string()),
});
export type ListedWrite = z.infer<typeof listedWrite>;
export const writeList = z.object({ writes: z.array(listedWrite) });

/** Result of an undo. `changed`: rows that someone else has changed since, which stay as they are. */
export const undoResult = z.object({
  undone: z.number(),
  changed: z.array(z.object({ table: z.string(), key: z.record(z.string(), z.string()) })),
});
export type UndoResult = z.infer<typeof undoResult>;
