import * as z from "zod/mini";
import { act } from "@/lib/shared/tools/external-effects";
import type { Cell } from "../data/cell";
import { queryResult, rowChanged, rowsAdded, rowsRemoved } from "../data/contract";

/*
 * Access of a component on a surface to the server, and its calls: `/api/sheets/:conversation/access` and
 * `/calls`.
 */

export const MAX_QUERY_ROWS = 1_000;
/** Maximum JSON characters of a query's rows. */
export const MAX_QUERY_CHARS = 2_000_000;
export const MAX_SQL = 100_000;
export const MAX_SHARED = 100;
export const MAX_TOOL_INPUT = 200_000;
export const MAX_FILE_BYTES = 10_000_000;

const name = z.string().check(z.minLength(1), z.maxLength(200));
export const toolName = z.string().check(z.regex(/^[\w.-]{1,200}$/, "This is not a tool name"));

/** A permission of a component: query the database, change a table, call a tool, read a file by its id, or ask the model. */
export const use = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("query") }),
  z.strictObject({ kind: z.literal("table"), name }),
  z.strictObject({ kind: z.literal("tool"), name: toolName }),
  z.strictObject({ kind: z.literal("file"), name: z.uuid() }),
  z.strictObject({ kind: z.literal("model") }),
]);
export type Use = z.infer<typeof use>;

export const grantKey = (one: Use): string =>
  one.kind === "query" || one.kind === "model"
    ? one.kind
    : `${one.kind}:${one.kind === "table" ? one.name.toLowerCase() : one.name}`;

/**
 * Permissions that the code of a component needs. `open` lists kinds of permissions for which the code computes
 * the name at run time.
 */
export type CodeUses = { uses: Use[]; open: Use["kind"][] };

const permissionState = z.enum(["granted", "asks", "refused", "denied"]);
/** `refused`: revoked by the user. `denied`: forbidden by a policy. */
export type UseState = z.infer<typeof permissionState>;

/** Response of `GET /api/sheets/:conversation/access`. The POST returns it after the change. */
export const accessView = z.object({
  access: z.object({
    uses: z.array(z.object({ use, state: permissionState, label: z.string() })),
    /** Kinds of permissions for which the code computes further names at run time. */
    open: z.array(z.enum(["query", "table", "tool", "file", "model"])),
    /** True if an earlier version was granted some of these permissions, but this version needs more. */
    isWider: z.boolean(),
    readWeb: z.array(z.string()),
  }),
});
export type Access = z.infer<typeof accessView>["access"];

/** A request to the user to approve one tool call. */
export const toolQuestion = z.object({
  tool: z.string(),
  title: z.string(),
  input: z.unknown(),
  /** The client sends this token with the call when it repeats it after approval. */
  token: z.string(),
  /**
   * Reason for the approval, if it is not the policy of the tool. With such a reason, every call needs approval
   * again.
   */
  why: z.optional(z.string()),
  /** External effects that need approval. The call was stopped before them. */
  acts: z.optional(z.array(act)),
  origins: z.optional(z.array(z.string())),
});
export type ToolQuestion = z.infer<typeof toolQuestion>;

/** Not validated, because the rows come from Easel's own server. */
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

/**
 * Result of a call: a value, or a request for a permission (`asks`) or for approval of this call
 * (`question`).
 */
export const callOutcome = z.union([
  z.object({ asks: use }),
  z.object({ question: toolQuestion }),
  z.object({ rows: readRows }),
  z.object({ changed: rowChanged }),
  z.object({ added: rowsAdded }),
  z.object({ removed: rowsRemoved }),
  z.object({ file }),
  /** `isFromWeb`: may contain web text that is new to the component. */
  z.object({ value: z.unknown(), isFromWeb: z.optional(z.boolean()) }),
]);
export type CallOutcome = z.infer<typeof callOutcome>;

/**
 * The state of a shared query for one surface: allowed if both are missing, waiting for the permission in
 * `asks`, or failed.
 */
const sharedState = z.object({
  asks: z.optional(use),
  problem: z.optional(z.object({ status: z.number(), message: z.string() })),
});
export type SharedState = z.infer<typeof sharedState>;

/**
 * Response of `POST /api/sheets/queries`: the state of each surface in request order, and the rows for those
 * allowed.
 */
export const sharedRows = z.object({ rows: z.optional(readRows), sheets: z.array(sharedState) });
export type SharedRows = z.infer<typeof sharedRows>;
