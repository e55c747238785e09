import * as z from "zod/mini";
import { t } from "@/lib/shared/i18n/en/sharedData";
import { documentChange } from "../text/describe-value";

/** `timeZone` applies to a document without one. */
const documentDigest = z.object({
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  timeZone: z.string(),
});

/**
 * A version of a collection, created by one change. The documents from before the change are in
 * `documents_before`.
 */
export const collectionVersion = z.object({
  change: z.number(),
  /**
   * A MongoDB operation, or `import`, `merge`, `undo`, `redo` or `restore`. An `undo` and a `redo` have the
   * descriptions of the change that they undo or redo. `begin` is the state before the history started.
   */
  operation: z.string(),
  inserted: z.number(),
  updated: z.number(),
  deleted: z.number(),
  asked: z.optional(z.string()),
  /** Descriptions of the first changed documents in English; missing in older versions. */
  about: z.optional(z.array(z.string())),
  /** The changes that `about` describes, for other languages; missing in older versions. */
  digests: z.optional(z.array(documentDigest)),
  /** Revision of another collection that belongs to the same operation. Both are undone together. */
  also: z.optional(z.string()),
  documents: z.number(),
  bytes: z.number(),
  indexes: z.array(z.object({ keys: z.array(z.string()), unique: z.boolean() })),
  origins: z.array(z.string()),
});
export type CollectionVersion = z.infer<typeof collectionVersion>;

/** Describes a change in one line: by the changed documents if `about` has them, otherwise by their number. */
export function whatChanged({ operation, digests, indexes, ...counts }: CollectionVersion): string {
  const about =
    digests?.map(({ before, after, timeZone }) => documentChange(before, after, timeZone)) ??
    counts.about ??
    [];
  if (operation === "begin") return t("historyStarted");
  if (operation === "createIndex")
    return t("indexOver", { fields: indexes.at(-1)?.keys.join(", ") ?? t("nothing") });
  const done = [
    counts.inserted > 0 && t("added", { count: counts.inserted }),
    counts.updated > 0 && t("changed", { count: counts.updated }),
    counts.deleted > 0 && t("deleted", { count: counts.deleted }),
  ]
    .filter(Boolean)
    .join(", ");
  const more = counts.inserted + counts.updated + counts.deleted - about.length;
  if (about.length > 0) {
    const list = about.join("; ");
    const changes = more > 0 ? t("andMore", { list, count: more }) : list;
    if (operation === "undo") return t("undone", { changes });
    return operation === "redo" ? t("redone", { changes }) : changes;
  }
  return done || (operation === "createCollection" ? t("createdEmpty") : t("unchanged"));
}

export const insideOf = ({ documents, bytes, indexes }: CollectionVersion): string =>
  [
    t("documents", { count: documents }),
    t("bytes", { count: bytes }),
    ...indexes.map(({ keys, unique }) => t(unique ? "uniqueIndex" : "index", { fields: keys.join(", ") })),
  ].join("\n");
