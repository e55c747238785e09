import * as z from "zod/mini";
import type { Cell } from "../data/cell";
import { queryResult, rowChanged, rowsAdded, rowsRemoved } from "../data/contract";
import { act } from "../tools/outside";

/* What a component on a sheet may do with the server, and what it asks of it: `/api/sheets/:conversation/access` and `/calls`. */

/** Rows of one query of a component. */
export const MAX_QUERY_ROWS = 1_000;
/** Characters of JSON that its rows may have. */
export const MAX_QUERY_CHARS = 2_000_000;
export const MAX_SQL = 100_000;
/** Sheets for which one query is read at once. */
export const MAX_SHARED = 100;
/** Characters of JSON of what a component gives a tool. */
export const MAX_TOOL_INPUT = 200_000;
/** Bytes of a file that a component may read. */
export const MAX_FILE_BYTES = 10_000_000;

const name = z.string().check(z.minLength(1), z.maxLength(200));
export const toolName = z.string().check(z.regex(/^[\w.-]{1,200}$/, "This is no name of a tool"));

/** Something that the person lets a component do: read the database, change a table, use a tool, read a file by its id. */
export const use = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("query") }),
  z.strictObject({ kind: z.literal("table"), name }),
  z.strictObject({ kind: z.literal("tool"), name: toolName }),
  z.strictObject({ kind: z.literal("file"), name: z.uuid() }),
]);
export type Use = z.infer<typeof use>;

/** Names of tables mean the same in any case. */
export const grantKey = (one: Use): string =>
  one.kind === "query" ? "query" : `${one.kind}:${one.kind === "table" ? one.name.toLowerCase() : one.name}`;

/** What the code of a component names; `open`: kinds of which it names some only while it runs. */
export type CodeUses = { uses: Use[]; open: Use["kind"][] };

const standing = z.enum(["granted", "asks", "refused", "denied"]);
/** `refused`: the person took it away; `denied`: by a policy of theirs. */
export type UseState = z.infer<typeof standing>;

/** `GET /api/sheets/:conversation/access`; the POST gives it as it is then. */
export const accessView = z.object({
  access: z.object({
    uses: z.array(z.object({ use, state: standing, label: z.string() })),
    /** It names more tables, tools or files only while it runs. */
    open: z.array(z.enum(["query", "table", "tool", "file"])),
    /** An earlier version was allowed some of it; this one wants more. */
    isWider: z.boolean(),
    /** Origins on the web whose text it may hold. */
    readWeb: z.array(z.string()),
  }),
});
export type Access = z.infer<typeof accessView>["access"];

/** What the person is asked about one call of a tool. */
export const toolQuestion = z.object({
  tool: z.string(),
  title: z.string(),
  input: z.unknown(),
  /** The call is sent again with it once the person has allowed it. */
  token: z.string(),
  /** Why it asks, where it is not the policy of the tool: then it asks each time. */
  why: z.optional(z.string()),
  /** What it was held back from doing. */
  acts: z.optional(z.array(act)),
  /** Origins on the web whose text its component may hold. */
  origins: z.optional(z.array(z.string())),
});
export type ToolQuestion = z.infer<typeof toolQuestion>;

/** Each cell is not looked at: it is our own server that sends them. */
const cells = z.array(z.custom<Cell[]>(Array.isArray));
const readRows = z.extend(queryResult, { rows: cells, keys: z.optional(cells) });

const file = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  base64: z.string(),
});
export type FileForComponent = z.infer<typeof file>;

/** What becomes of a call: done, or it waits for the person to allow its component something, or this very call. */
export const callOutcome = z.union([
  z.object({ asks: use }),
  z.object({ question: toolQuestion }),
  z.object({ rows: readRows }),
  z.object({ changed: rowChanged }),
  z.object({ added: rowsAdded }),
  z.object({ removed: rowsRemoved }),
  z.object({ file }),
  /** `isFromWeb`: it may hold text of the web that the component did not have before. */
  z.object({ value: z.unknown(), isFromWeb: z.optional(z.boolean()) }),
]);
export type CallOutcome = z.infer<typeof callOutcome>;

/** What becomes of the query of one of several sheets: it has the rows, or asks, or may not. */
const sharedState = z.object({
  asks: z.optional(use),
  problem: z.optional(z.object({ status: z.number(), message: z.string() })),
});
export type SharedState = z.infer<typeof sharedState>;

/** `POST /api/sheets/queries`: of each sheet in turn, and the rows of all that may. */
export const sharedRows = z.object({ rows: z.optional(readRows), sheets: z.array(sharedState) });
export type SharedRows = z.infer<typeof sharedRows>;
