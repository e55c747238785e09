import { z } from "zod";
import { execute, schema } from "@/lib/agent-db/index";
import { mayWrite } from "@/lib/agent-db/may-write";
import { param } from "@/lib/shared/data/cell";
import { AppError } from "@/lib/shared/errors";
import { by } from "./by";
import { defineTool, defineToolset } from "./define";

/** Characters of JSON that rows may put before the model. */
const MOST_BYTES = 60_000;

export const databaseTools = defineToolset({
  id: "database",
  title: "Database",
  category: "data",
  prompt: "Your own SQLite: for rows to filter, join and sum. Ask it instead of counting yourself.",
  tools: {
    db_sql: defineTool({
      description: "Runs SQL; several statements are one transaction.",
      input: z.object({
        sql: z.string().min(1, "Give the SQL to run"),
        params: z.array(z.unknown()).optional().describe("For ?"),
      }),
      hints: { reads: ["database"], writes: ["database"] },
      afterWeb: ({ sql }) => mayWrite(sql),
      execute: async ({ sql, params = [] }, context) => {
        const { agentId, signal } = context;
        const result = await execute({
          ...{ agentId, sql, params: params.map(checked), signal },
          ...{ maxBytes: MOST_BYTES, by: by(context) },
        });
        if (result.kind === "write")
          return { changes: result.changes, last_insert_rowid: result.lastInsertRowid };
        const { columns, rows, truncated } = result;
        const [only] = rows;
        if (only && rows.length === 1 && JSON.stringify(only).length > MOST_BYTES) throw tooWide();
        return { columns, rows, row_count: rows.length, truncated };
      },
    }),
    db_schema: defineTool({
      description: "Lists tables, columns and row counts.",
      input: z.object({}),
      hints: { reads: ["database"], idempotent: true },
      execute: async (_, { agentId }) => ({ tables: await schema(agentId) }),
    }),
  },
});

function checked(given: unknown, index: number) {
  const parsed = param.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid",
    `params[${index}] cannot be stored: give a text, number, true, false or null; {"$integer": "…"} for a large integer, {"$blob": "<base64>"} for bytes. Turn a list or object into text by JSON.stringify.`,
  );
}

const tooWide = () =>
  new AppError(
    "invalid",
    `The first row alone has more than ${MOST_BYTES} characters: select fewer columns, or a part by substr().`,
  );
