import { z } from "zod";
import { addsRowsTo, execute, mayWriteSql, schema } from "@/lib/data/sqlite/index";
import type { SqlResult, TableMark } from "@/lib/data/sqlite/types";
import { describeActs } from "@/lib/shared/data/acts";
import { type Cell, param } from "@/lib/shared/data/cell";
import { AppError } from "@/lib/shared/errors";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";

/** Maximum characters of the rows as JSON. */
const MAX_CHARS = 60_000;
const MIN_CELL_CHARS = 40;
const MAX_NAMED_COLUMNS = 3;

export const databaseTools = defineBuiltIn({
  id: "database",
  title: "Database",
  category: "data",
  prompt: "Your own SQLite, to filter, join and sum rows: ask it instead of counting.",
  tools: {
    db_sql: defineTool({
      title: "Query the database",
      help: "Reads and changes the agent's own tables with SQL.",
      description: "Runs SQL; several statements are one transaction.",
      input: z.object({
        sql: z.string().min(1, "Give the SQL to run"),
        params: z.array(z.unknown()).optional().describe("For ?"),
        offset: z.number().int().min(0).optional(),
      }),
      hints: { reads: ["database"], writes: ["database"] },
      afterWeb: ({ sql }, { agentId }) => mayWriteSql({ agentId, sql }),
      covers: async ({ sql }, { agentId }) => {
        const tables = await addsRowsTo({ agentId, sql });
        return tables && `adding rows to ${tables.map((name) => JSON.stringify(name)).join(", ")}`;
      },
      // Compiles the statements first, so that the user is not asked to approve SQL with errors.
      refuses: ({ sql }, { agentId }) => mayWriteSql({ agentId, sql }),
      execute: async ({ sql, params = [], offset = 0 }, context) => {
        const { agentId, signal } = context;
        const result = await execute({
          ...{ agentId, sql, params: params.map(checked), signal },
          ...{ maxChars: MAX_CHARS, skip: offset, by: by(context), onRead: reading(context) },
          // Each page runs the SQL again, so it must not write.
          mode: offset > 0 ? "read" : "any",
        });
        if (result.kind === "write") {
          const { changes, lastInsertRowid: last_insert_rowid } = result;
          return { changes, last_insert_rowid, ...describeChanges(result) };
        }
        const { columns, truncated, writes } = result;
        const { rows, note } = narrowed(columns, result.rows);
        return {
          ...{ columns, rows, row_count: rows.length, truncated },
          ...(truncated && writes.length === 0 && { next_offset: offset + rows.length }),
          ...(note && { note }),
          ...describeChanges(result),
        };
      },
    }),
    db_schema: defineTool({
      title: "Look at the tables",
      help: "Shows tables, their columns and how many rows they have.",
      description: "Lists tables, columns and row counts.",
      input: z.object({}),
      hints: { reads: ["database"], idempotent: true },
      refuses: null,
      execute: async (_, context) => {
        const tables = await schema(context.agentId);
        reading(context)(tables.map(({ name, web }) => ({ name, origins: web?.origins ?? [] })));
        return { tables: tables.map(({ web: _, ...table }) => table) };
      },
    }),
  },
});

const reading =
  ({ readStored }: ToolContext) =>
  (marks: readonly TableMark[]) => {
    for (const { name, origins } of marks) readStored({ kind: "table", name, origins });
  };

const describeChanges = ({ acts, snapshot }: SqlResult) => ({
  ...(acts.length > 0 && { done: describeActs(acts) }),
  ...(snapshot && {
    copy: {
      revision: snapshot,
      note: "The previous data is saved; the user can undo this in the chat.",
    },
  }),
});

function checked(value: unknown, index: number) {
  const parsed = param.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid",
    `params[${index}] cannot be stored: pass a string, number, true, false or null; {"$integer": "…"} for a large integer, {"$blob": "<base64>"} for bytes. Convert a list or object with JSON.stringify.`,
  );
}

/** If a single row is too wide, cuts its long cells and adds a note on how to read the rest. */
function narrowed(columns: string[], rows: Cell[][]): { rows: Cell[][]; note?: string } {
  const [only] = rows;
  if (!only || rows.length > 1 || sizeOf(only) <= MAX_CHARS) return { rows };
  const maxChars = Math.max(MIN_CELL_CHARS, Math.floor(MAX_CHARS / only.length) - MIN_CELL_CHARS);
  const cuts: string[] = [];
  const row = only.map((cell, at) => {
    if (sizeOf(cell) <= maxChars) return cell;
    const column = JSON.stringify(columns[at]?.slice(0, MIN_CELL_CHARS));
    const text = typeof cell === "string" ? startOf(cell, maxChars) : null;
    cuts.push(
      text === null
        ? `${column} is a blob and omitted: use hex(substr(${column}, 1, ${maxChars >> 2}))`
        : `${column} is cut to its first ${text.length} characters: continue with substr(${column}, ${text.length + 1}, ${text.length})`,
    );
    return text;
  });
  const others =
    cuts.length > MAX_NAMED_COLUMNS ? `, and ${cuts.length - MAX_NAMED_COLUMNS} more columns` : "";
  return {
    rows: [row],
    note: `The row is too wide. ${cuts.slice(0, MAX_NAMED_COLUMNS).join("; ")}${others}.`,
  };
}

/**
 * Returns the start of a text, at most about `maxChars` characters long as JSON. One character may take six
 * there.
 */
function startOf(text: string, maxChars: number): string {
  let start = text.slice(0, maxChars).toWellFormed();
  while (sizeOf(start) > maxChars + MIN_CELL_CHARS) start = start.slice(0, start.length >> 1).toWellFormed();
  return start;
}

const sizeOf = (value: unknown) => JSON.stringify(value).length;
