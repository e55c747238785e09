import { sql } from "drizzle-orm";
import {
  bigint,
  bit,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { FilePlace } from "@/lib/shared/files";
import { agentId } from "./agents";
import { files } from "./data";
import { bytea } from "./search";

/** The text of files, in parts of about 1,000 characters that never cross a page or a heading. */
export const filePassages = pgTable(
  "file_passages",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    fileId: uuid("file_id").notNull(),
    /** Position in the file, counted from 0. */
    ordinal: integer("ordinal").notNull(),
    place: json("place").notNull().$type<FilePlace>(),
    text: text("text").notNull(),
    /** Distinct words of the text and its heading, for the search. */
    words: text("words").notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.agentId, t.fileId],
      foreignColumns: [files.agentId, files.id],
      name: "file_passages_file_fk",
    }).onDelete("cascade"),
    uniqueIndex("file_passages_of_file").on(t.agentId, t.fileId, t.ordinal),
    index("file_passages_words").using(
      "gin",
      sql`array_to_tsvector(array_remove(string_to_array(${t.words}, ' '), ''))`,
    ),
  ],
);

/** The embedding of a passage, as in `embeddings`. */
export const fileVectors = pgTable(
  "file_vectors",
  {
    passageId: bigint("passage_id", { mode: "number" })
      .primaryKey()
      .references(() => filePassages.id, { onDelete: "cascade" }),
    agentId,
    model: text("model").notNull(),
    cell: smallint("cell").notNull(),
    signs: bit("signs", { dimensions: 512 }).notNull(),
    vector: bytea("vector").notNull(),
  },
  // A migration adds the index `file_vectors_signs`, which includes the signs. Drizzle cannot express it.
);
