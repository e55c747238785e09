import { z } from "zod";
import { defineBlock, isRecord, renamed } from "./define";

const column = z.object({
  key: z.string().min(1).max(200).describe("Property of a row"),
  label: z.string().max(200),
  align: z.enum(["left", "right", "center"]).optional(),
  kind: z
    .enum(["text", "number", "date", "link", "bar"])
    .optional()
    .describe("Found out from the cells; bar draws each number as a bar, too"),
});

export type TableColumn = z.infer<typeof column>;

export const table = defineBlock({
  description: "Rows that the person can sort, filter and export.",
  schema: z.object({
    type: z.literal("table"),
    columns: z.array(column).min(1).max(100),
    data: z
      .array(z.looseObject({}))
      .max(10_000)
      .describe("Rows by column key: quantities as numbers, identifiers as strings"),
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
    const block = renamed(raw, "data", "rows");
    const columns = Array.isArray(block.columns) ? block.columns.map(namedColumn) : keysOf(block.data);
    const data = Array.isArray(block.data) ? block.data.map((row) => keyedRow(row, columns)) : block.data;
    return { ...block, columns, data };
  },
});

/** `"sold"` and `{ key: "sold" }` both mean a column that is called as its key. */
function namedColumn(raw: unknown): unknown {
  if (typeof raw === "string") return { key: raw, label: raw };
  if (!isRecord(raw)) return raw;
  const named = renamed(raw, "key", "name", "field", "accessor");
  const labelled = renamed(named, "label", "title", "header");
  return { label: labelled.key, ...labelled };
}

/** No columns: the keys of the rows, in the order in which they first come. */
function keysOf(data: unknown): unknown {
  if (!Array.isArray(data) || !data.every(isRecord)) return undefined;
  const keys = new Set(data.slice(0, 100).flatMap(Object.keys));
  return [...keys].map((key) => ({ key, label: key }));
}

/** A row written as a list has its cells in the columns' order. */
function keyedRow(row: unknown, columns: unknown): unknown {
  if (!Array.isArray(row) || !Array.isArray(columns) || row.length > columns.length) return row;
  return Object.fromEntries(row.map((cell, index) => [columns[index]?.key, cell]));
}
