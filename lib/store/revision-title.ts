import { sql as raw, type SQLWrapper } from "drizzle-orm";
import { TITLE_FIELDS } from "@/lib/shared/kinds";
import { asJson } from "./db";
import { partOf, type Sql } from "./given";

const MAX_TITLE = 120;

/** The title in the content of a revision: null if the kind is not named by its id, or the version is a deletion. */
export const titleOfRevision = ({ content, kind }: { content: SQLWrapper; kind: SQLWrapper }) =>
  raw<string | null>`
  left(${content}->>(${asJson(Object.fromEntries(TITLE_FIELDS))}::json->>${kind}), ${MAX_TITLE}::int)`;

/** The same of the revision that a hand-written statement calls `row`. */
export const titleIn = (row: string): Sql =>
  partOf(titleOfRevision({ content: raw.raw(`${row}.content`), kind: raw.raw(`${row}.kind`) }));
