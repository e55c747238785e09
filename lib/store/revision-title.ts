import { TITLE_FIELDS } from "@/lib/shared/kinds";
import { asJson, sql } from "./db";
import type { Sql } from "./given";

const MAX_TITLE = 120;

/** The title in the content of the revision `row`: null if the kind is not named by its id, or the version is a deletion. */
export const titleIn = (row: Sql): Sql => sql()`
  left(${row}.content->>(${asJson(Object.fromEntries(TITLE_FIELDS))}::json->>${row}.kind), ${MAX_TITLE})`;
