import { z } from "zod";
import { tableOf } from "@/lib/data/documents/live";
import { execute, schema } from "@/lib/data/sqlite/index";
import { notDays } from "@/lib/shared/blocks/days";
import { type Block, leafBlocks, type RenderBlocksInput } from "@/lib/shared/blocks/index";
import { isQuery, isSql, type Query, type SqlQuery, uniqueNames } from "@/lib/shared/blocks/live";
import { chartFrom, maxRowsFor } from "@/lib/shared/blocks/live-chart";
import { MAX_TABLE_ROWS } from "@/lib/shared/blocks/table";
import { param } from "@/lib/shared/data/cell";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Marked } from "@/lib/shared/origins";
import type { ToolContext } from "./context";

const params = z.array(param);

/** Returns all tables that contain web content, because a component may read any of them. */
export const markedTables = async (agentId: string): Promise<Marked[]> =>
  (await schema(agentId)).flatMap(({ name, web }) =>
    web ? [{ kind: "table", name, origins: web.origins }] : [],
  );

/**
 * Runs the query of every live block once, read-only, so that the model learns of errors now. Throws an
 * AppError that names all failing blocks. Returns warnings about date columns with values that are not dates.
 */
export async function checkQueries(
  agentId: string,
  { blocks }: RenderBlocksInput,
  { signal, readStored: onRead, mayReach }: Pick<ToolContext, "signal" | "readStored" | "mayReach">,
): Promise<string[]> {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const { block, path } of leafBlocks(blocks)) {
    if (block.type !== "table" && block.type !== "chart") continue;
    const warn = (found: string) => void warnings.push(`${path}.${found}`);
    if (!isQuery(block.data)) {
      if (block.type === "table") nonDateColumns(block, block.data).forEach(warn);
      continue;
    }
    const problem = await problemOf(agentId, block, block.data, { signal, onRead, warn, mayReach });
    if (problem) problems.push(`${path}.${problem}`);
  }
  if (problems.length > 0) throw new AppError("invalid", problems.join("\n"));
  return warnings;
}

type QueryCheck = Pick<ToolContext, "signal" | "mayReach"> & {
  onRead?: (mark: Marked) => void;
  warn: (found: string) => void;
};

async function problemOf(
  agentId: string,
  block: Block<"table"> | Block<"chart">,
  query: Query,
  { signal, onRead, warn, mayReach }: QueryCheck,
): Promise<string | undefined> {
  const place = isSql(query) ? "data.sql" : "data";
  try {
    mayReach?.(isSql(query) ? "db_sql" : "db_query");
    const result = isSql(query)
      ? await runSelect(agentId, block, query, signal, onRead)
      : await tableOf(agentId, query, { signal, onRead });
    if (typeof result === "string") return result;
    // Do not check the columns for an empty collection, because its fields are not known.
    if (block.type === "table") {
      nonDateColumns(block, recordsOf(uniqueNames(result.columns), result.rows)).forEach(warn);
      return isSql(query) || result.rows.length > 0 ? unknownColumn(block, result.columns) : undefined;
    }
    if (result.rows.length === 0 && !isSql(query)) return undefined;
    const drawn = chartFrom(block.chartType, result);
    return "problem" in drawn ? `${place}: ${drawn.problem}` : undefined;
  } catch (error) {
    if (isAppError(error)) return `${place}: ${error.message}`;
    throw error;
  }
}

async function runSelect(
  agentId: string,
  block: Block<"table"> | Block<"chart">,
  { sql, params: rawParams = [] }: SqlQuery,
  signal: AbortSignal,
  onRead?: (mark: Marked) => void,
) {
  const bound = params.safeParse(rawParams);
  if (!bound.success) return "data.params must be numbers, strings, true, false or null";
  const maxRows = block.type === "table" ? MAX_TABLE_ROWS : maxRowsFor(block.chartType);
  const asked = { sql, params: bound.data, mode: "read", maxRows } as const;
  const result = await execute({
    ...{ agentId, ...asked, signal },
    onRead: (marks) => {
      for (const { name, origins } of marks) onRead?.({ kind: "table", name, origins });
    },
  });
  return result.kind === "write" ? "data.sql must be a SELECT: it changes the database" : result;
}

const recordsOf = (names: readonly string[], rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));

function nonDateColumns(
  { columns = [] }: Block<"table">,
  rows: readonly Record<string, unknown>[],
): string[] {
  return columns.flatMap(({ key, kind }, at) => {
    if (kind !== "date") return [];
    const values = rows.map((row) => (Object.hasOwn(row, key) ? row[key] : undefined));
    const problem = notDays(values.filter(isWritten).map(String));
    return problem ? `columns[${at}].kind: ${problem}` : [];
  });
}

const isWritten = (value: unknown) => value !== undefined && value !== null && value !== "";

function unknownColumn({ columns = [] }: Block<"table">, names: readonly string[]): string | undefined {
  const columnNames = new Set(uniqueNames(names));
  const wrong = columns.flatMap(({ key }, at) => (columnNames.has(key) ? [] : `columns[${at}].key "${key}"`));
  if (wrong.length === 0) return undefined;
  return `${wrong.join(", ")} ${wrong.length === 1 ? "is not a column" : "are not columns"} of the query, which returns ${[...columnNames].join(", ")}`;
}
