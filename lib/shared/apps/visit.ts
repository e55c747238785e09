import { z } from "zod";
import { modelQuestion } from "../components/model-question";
import { cell, param } from "../data/cell";

/* Requests of a visitor: `POST /p/SLUG/calls`. They name tables, columns and the number of a query, never SQL. */

export const MAX_ROWS_AT_ONCE = 100;
export const MAX_CALL_BYTES = 300_000;
const MAX_PARAMS = 100;
const MAX_CELLS = 200;

const table = z.string().min(1).max(200);
const record = z
  .record(z.string().min(1).max(200), cell)
  .refine((cells) => Object.keys(cells).length <= MAX_CELLS, `At most ${MAX_CELLS} columns`);
const rows = z.array(record).min(1).max(MAX_ROWS_AT_ONCE);

export const visitorCall = z.discriminatedUnion("type", [
  /** `query`: the index in the list of the version. */
  z.strictObject({
    type: z.literal("query"),
    query: z.int().min(0).max(1_000),
    params: z.array(param).max(MAX_PARAMS),
  }),
  z.strictObject({ type: z.literal("change"), table, key: record, set: record, was: record }),
  z.strictObject({ type: z.literal("insert"), table, rows }),
  z.strictObject({ type: z.literal("remove"), table, keys: rows }),
  z.strictObject({ type: z.literal("model"), ...modelQuestion }),
  /** An answer of `callTool`, as columns of the form's table. */
  z.strictObject({ type: z.literal("form"), action: z.string().max(200), values: record }),
]);
export type VisitorCall = z.infer<typeof visitorCall>;
export type VisitorWrite = Exclude<VisitorCall, { type: "query" | "form" | "model" }>;

/** `version`: the version that the visitor's page shows. A call of another version is refused. */
export const visitorRequest = z.strictObject({
  version: z.int().min(1),
  call: visitorCall,
  /** Chosen by the page for a write. A write that is sent again with its key happens once and gets the same answer. */
  key: z.uuid().optional(),
});
export type VisitorRequest = z.infer<typeof visitorRequest>;

export const unlock = z.strictObject({ passcode: z.string().min(1).max(100) });
export const visitorName = z.strictObject({ name: z.string().trim().max(60) });
export const visitorState = z.strictObject({
  entries: z.record(z.string().min(1).max(512), z.unknown()).refine((all) => Object.keys(all).length <= 200),
});

/** The data of the question for the passcode: JSON in the element `#lock`. */
export type Lock = { slug: string; token: string | null };

/** The data with which the page begins: JSON in the element `#boot` of `/p/SLUG`. */
export type Boot = {
  slug: string;
  title: string;
  version: number;
  queries: string[];
  state: Record<string, unknown>;
  own: Record<string, unknown>;
  /** Address of the script, or null for the whole runtime. */
  script: string | null;
  css: string;
  js: string | null;
  props: Record<string, unknown>;
  sandboxHost: string | null;
  hasForm: boolean;
  /** The token of a new visitor of an app that other sites may embed. */
  token: string | null;
  /** True if the visitor has no name yet and the app asks for it. */
  asksName: boolean;
  hasComments: boolean;
  hasModel: boolean;
};

/** JSON in the element `#link` of the page around a shared conversation. `shown`: the time of its copy. */
export type LinkBoot = { address: string; shown: string };

/** JSON in the element `#copy` of a shared conversation: the code of its components, by bundle. */
export type CopyBoot = { sandboxHost: string | null; bundles: Record<string, { js: string; css: string }> };

/** JSON in the element `#components`. `mount` is the JSON of a `FrozenComponent`. */
export type CopiedComponent = { bundle: string; mount: string };
