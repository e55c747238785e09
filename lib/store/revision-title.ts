import { sql as raw, type SQLWrapper } from "drizzle-orm";
import { TITLE_FIELDS } from "@/lib/shared/kinds";
import { asJson } from "./db";
import { partOf, type Sql } from "./sql-fragments";

const MAX_TITLE = 120;

/**
 * SQL for the title in the content of a revision. Null for deletions and for kinds that are not named by an
 * id.
 */
export const titleOfRevision = ({ content, kind }: { content: SQLWrapper; kind: SQLWrapper }) =>
  raw<string | null>`
  left(${content}->>(${asJson(Object.fromEntries(TITLE_FIELDS))}::json->>${kind}), ${MAX_TITLE}::int)`;

/** Like `titleOfRevision`, for the revision with the alias `row` in a handwritten statement. */
export const titleIn = (row: string): Sql =>
  partOf(titleOfRevision({ content: raw.raw(`${row}.content`), kind: raw.raw(`${row}.kind`) }));
