import * as z from "zod/mini";

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
  /** Descriptions of the first changed documents; missing in older versions. */
  about: z.optional(z.array(z.string())),
  /** Revision of another collection that belongs to the same operation. Both are undone together. */
  also: z.optional(z.string()),
  documents: z.number(),
  bytes: z.number(),
  indexes: z.array(z.object({ keys: z.array(z.string()), unique: z.boolean() })),
  origins: z.array(z.string()),
});
export type CollectionVersion = z.infer<typeof collectionVersion>;

const counted = (count: number, done: string) =>
  count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? "document" : "documents"} ${done}`];

/** Describes a change in one line: by the changed documents if `about` has them, otherwise by their number. */
export function whatChanged({ operation, about = [], indexes, ...counts }: CollectionVersion): string {
  if (operation === "begin") return "State when the history started";
  if (operation === "createIndex") return `Index over ${indexes.at(-1)?.keys.join(", ") ?? "nothing"}`;
  const done = [
    ...counted(counts.inserted, "added"),
    ...counted(counts.updated, "changed"),
    ...counted(counts.deleted, "deleted"),
  ].join(", ");
  const more = counts.inserted + counts.updated + counts.deleted - about.length;
  if (about.length > 0) {
    const all = `${about.join("; ")}${more > 0 ? `; and ${more.toLocaleString("en")} more` : ""}`;
    return operation === "undo" ? `Undone: ${all}` : operation === "redo" ? `Redone: ${all}` : all;
  }
  return done || (operation === "createCollection" ? "Created, empty" : "Nothing changed");
}

export const insideOf = ({ documents, bytes, indexes }: CollectionVersion): string =>
  [
    `documents: ${documents.toLocaleString("en")}`,
    `bytes: ${bytes.toLocaleString("en")}`,
    ...indexes.map(({ keys, unique }) => `index: ${keys.join(", ")}${unique ? " (unique)" : ""}`),
  ].join("\n");
