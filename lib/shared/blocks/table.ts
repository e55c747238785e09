import { z } from "zod";
import { hideFromModels } from "@/lib/shared/text/schema-for-models";
import { defineBlock, isRecord, type Raw, renamed } from "./define";
import { isQuery, isSql, mendQuery, query } from "./live";
import { isKind, tableColumn } from "./table-column";

export const MAX_TABLE_ROWS = 10_000;

const when = ({ value }: { value: unknown }) => isRecord(value);

export const table = defineBlock({
  description: "Rows to sort, filter and export.",
  schema: z
    .object({
      type: z.literal("table"),
      columns: z.array(tableColumn).min(1).max(100).optional(),
      data: z.union([
        z
          .array(z.looseObject({}))
          .max(MAX_TABLE_ROWS)
          .describe("By column key: quantities as numbers, identifiers as strings"),
        query("SELECT; stays live"),
      ]),
      editable: z.boolean().optional().describe("Needs data.sql"),
      actions: hideFromModels(
        z
          .array(
            z
              .object({
                label: z.string().min(1).max(40),
                value: z.string().min(1).max(100).optional(),
                tool: z
                  .string()
                  .regex(/^[\w.-]{1,200}$/)
                  .optional()
                  .describe("Agent-made tool to run with { row }, instead of answering with value"),
              })
              .refine(({ value, tool }) => (value === undefined) !== (tool === undefined), {
                path: ["value"],
                message: "needs either value, the answer, or tool, the tool to run",
              }),
          )
          .min(1)
          .max(5)
          .optional()
          .describe(
            "Buttons in each row; pressed, they answer { action: choose, choice: value, row }, or run a tool",
          ),
      ),
    })
    // By default zod does not run the refinements of an invalid object. With `when` it runs them, so that all
    // errors are reported at once.
    .refine(({ columns, data }) => isQuery(data) || columns, {
      path: ["columns"],
      message: "is missing: array",
      when,
    })
    .refine(({ data, editable }) => isSql(data) || !editable, {
      path: ["editable"],
      message: "needs data: { sql }, where edits are stored",
      when,
    }),
  example: {
    type: "table",
    columns: [
      { key: "product", label: "Product" },
      { key: "sold", label: "Sold" },
    ],
    data: [
      { product: "Rye loaf", sold: 58 },
      { product: "Seeded roll", sold: 300 },
    ],
  },
  mend: (raw) => {
    const block = mendQuery(renamed(raw, "data", "rows"));
    const columns = Array.isArray(block.columns)
      ? block.columns.map(namedColumn)
      : (keysOf(block.data) ?? block.columns);
    const data = Array.isArray(block.data) ? block.data.map((row) => keyedRow(row, columns)) : block.data;
    return { ...block, columns, data };
  },
});

/** `"sold"` and `{ key: "sold" }` both mean a column whose label is its key. */
function namedColumn(raw: unknown): unknown {
  if (typeof raw === "string") return { key: raw, label: raw };
  if (!isRecord(raw)) return raw;
  const named = renamed(raw, "key", "name", "field", "accessor");
  const labelled = renamed(named, "label", "title", "header");
  return { label: labelled.key, ...withKind(labelled) };
}

/** Accepts the kind of a column under the names `type` and `format`. */
function withKind(column: Raw): Raw {
  const name = ["type", "format"].find((name) => isKind(column[name]));
  const isPlain = column[name ?? ""] === "currency" && column.currency === undefined;
  return name === undefined || isPlain ? column : renamed(column, "kind", name);
}

/** Derives missing columns from the keys of the rows, in order of first appearance. */
function keysOf(data: unknown): unknown {
  if (!Array.isArray(data) || data.length === 0 || !data.every(isRecord)) return undefined;
  const keys = new Set(data.slice(0, 100).flatMap(Object.keys));
  return [...keys].map((key) => ({ key, label: key }));
}

/** Converts a row that is a list of cells to an object with the column keys. */
function keyedRow(row: unknown, columns: unknown): unknown {
  if (!Array.isArray(row) || !Array.isArray(columns) || row.length > columns.length) return row;
  return Object.fromEntries(row.map((cell, index) => [columns[index]?.key, cell]));
}
