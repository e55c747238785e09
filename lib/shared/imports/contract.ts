import * as z from "zod/mini";
import { left } from "./left";
import { PRODUCTS } from "./products";

/** Maximum bytes of an uploaded export. */
export const MAX_EXPORT_BYTES = 8_000_000_000;

export const IMPORT_STATUSES = [
  /** A background job counts what is in the file. */
  "reading",
  /** The user chooses what to take. */
  "ready",
  "waiting",
  "taking",
  "done",
  "failed",
  "cancelled",
  "undone",
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** A background job changes imports with these. */
export const isBusy = (status: ImportStatus): boolean => ["reading", "waiting", "taking"].includes(status);

const count = z.number();
export const importSurvey = z.object({
  ...{ conversations: count, messages: count, files: count, artifacts: count, memories: count },
  /** Conversations that were imported before and have not changed. */
  same: count,
  /** Conversations by month, such as `["2025-03", 12]`, oldest first. */
  months: z.array(z.tuple([z.string(), count])),
  left: z.array(left),
});
export type ImportSurvey = z.infer<typeof importSurvey>;

/** First and last month of the conversations to take, such as `2025-03`; all without them. */
const month = z.string().check(z.regex(/^\d{4}-\d{2}$/));
export const importChoice = z.strictObject({ from: z.optional(month), to: z.optional(month) });
export type ImportChoice = z.infer<typeof importChoice>;

export const importProgress = z.object({ done: count, total: count });
export type ImportProgress = z.infer<typeof importProgress>;

export const importReport = z.object({
  ...{ conversations: count, updated: count, same: count, messages: count },
  ...{ files: count, components: count, memories: count },
  left: z.array(left),
});
export type ImportReport = z.infer<typeof importReport>;

export const historyImport = z.object({
  id: z.string(),
  name: z.string(),
  size: count,
  product: z.nullable(z.enum(PRODUCTS)),
  status: z.enum(IMPORT_STATUSES),
  survey: z.nullable(importSurvey),
  choice: z.nullable(importChoice),
  progress: z.nullable(importProgress),
  report: z.nullable(importReport),
  error: z.nullable(z.string()),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Memories that wait for the user's decision. */
  openMemories: count,
});
export type HistoryImport = z.infer<typeof historyImport>;

export const importAnswer = z.object({ import: historyImport });
export const importList = z.object({ imports: z.array(historyImport) });

export const MEMORY_STATUSES = ["open", "accepted", "dismissed"] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];
export const importedMemory = z.object({
  id: z.string(),
  kind: z.enum(["memory", "instruction", "project"]),
  title: z.string(),
  content: z.string(),
  /** The fact that says the same already. */
  known: z.nullable(z.object({ id: z.string(), content: z.string() })),
});
export type ImportedMemory = z.infer<typeof importedMemory>;
export const importedMemoryList = z.object({ memories: z.array(importedMemory) });

/** Conversations of an import that the user has continued, which undoing keeps or deletes. */
export const undoPlan = z.object({
  conversations: count,
  continued: z.array(z.object({ id: z.string(), title: z.string() })),
  files: count,
  components: count,
});
export type UndoPlan = z.infer<typeof undoPlan>;
