import { z } from "zod";
import { cell, param } from "../data/cell";
import { label, uuid } from "../ids";
import { MAX_QUERY_ROWS, MAX_SHARED, MAX_SQL, toolName } from "./access";
import { modelQuestion } from "./model-question";

const MAX_PARAMS = 1_000;
const table = z.string().min(1).max(200);
const record = z.record(z.string(), cell);
const rows = z.array(record).min(1).max(MAX_QUERY_ROWS);

const query = {
  sql: z.string().min(1, "Give the SQL to run").max(MAX_SQL),
  params: z.array(param).max(MAX_PARAMS).optional(),
};

/** Body of `POST /api/sheets/queries`: a live query shared by components on several surfaces. */
export const sharedQuery = z.strictObject({
  ...query,
  sheets: z
    .array(z.strictObject({ conversation: uuid, messageId: label, toolCallId: label }))
    .min(1)
    .max(MAX_SHARED, `Name at most ${MAX_SHARED} surfaces`),
});
export type SharedQuery = z.infer<typeof sharedQuery>;

/** Body of `POST /api/sheets/:conversation/calls`: a server call of a component. */
export const componentCall = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("query"), ...query }),
  z.strictObject({ type: z.literal("change"), table, key: record, set: record, was: record }),
  z.strictObject({ type: z.literal("insert"), table, rows }),
  z.strictObject({ type: z.literal("remove"), table, keys: rows }),
  z.strictObject({
    type: z.literal("tool"),
    name: toolName,
    args: z.record(z.string(), z.unknown()),
    /** Token of the approved question about this call. */
    allowed: z.string().max(100).optional(),
    remember: z.literal("always").optional(),
  }),
  z.strictObject({ type: z.literal("file"), id: z.uuid() }),
  z.strictObject({ type: z.literal("model"), ...modelQuestion }),
]);
export type ComponentCall = z.infer<typeof componentCall>;
