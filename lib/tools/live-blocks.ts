import { z } from "zod";
import type { Block, RenderBlocksInput } from "@/lib/shared/blocks/index";
import { isQuery, type Query, uniqueNames } from "@/lib/shared/blocks/live";
import { chartFrom, MAX_LABELS } from "@/lib/shared/blocks/live-chart";
import { MAX_ROWS } from "@/lib/shared/blocks/table";
import { param } from "@/lib/shared/data/cell";
import { AppError, isAppError } from "@/lib/shared/errors";
import { execute } from "@/lib/sqlite/index";
import type { TableMark } from "@/lib/sqlite/types";

const params = z.array(param);

/**
 * Runs the query of every live block once, for reading only, so that what is wrong with them goes back to the model.
 * Throws an AppError that names every such block.
 */
export async function tryQueries(
  agentId: string,
  { blocks }: RenderBlocksInput,
  signal: AbortSignal,
  onRead?: (marks: readonly TableMark[]) => void,
): Promise<void> {
  const problems: string[] = [];
  for (const [index, block] of blocks.entries()) {
    if ((block.type !== "table" && block.type !== "chart") || !isQuery(block.data)) continue;
    const problem = await problemOf(agentId, block, block.data, signal, onRead);
    if (problem) problems.push(`blocks[${index}].${problem}`);
  }
  if (problems.length > 0) throw new AppError("invalid", problems.join("\n"));
}

async function problemOf(
  agentId: string,
  block: Block<"table"> | Block<"chart">,
  { sql, params: given = [] }: Query,
  signal: AbortSignal,
  onRead?: (marks: readonly TableMark[]) => void,
): Promise<string | undefined> {
  const bound = params.safeParse(given);
  if (!bound.success) return "data.params must hold numbers, texts, true, false or null";
  const maxRows = block.type === "table" ? MAX_ROWS : MAX_LABELS;
  try {
    const asked = { sql, params: bound.data, mode: "read", maxRows } as const;
    const result = await execute({ agentId, ...asked, signal, onRead });
    if (result.kind === "write") return "data.sql must be a SELECT: it changes the database";
    if (block.type === "table") return unknownColumn(block, result.columns);
    const drawn = chartFrom(block.chartType, result);
    return "problem" in drawn ? `data.sql: ${drawn.problem}` : undefined;
  } catch (error) {
    if (isAppError(error)) return `data.sql: ${error.message}`;
    throw error;
  }
}

function unknownColumn({ columns = [] }: Block<"table">, names: readonly string[]): string | undefined {
  const known = new Set(uniqueNames(names));
  const wrong = columns.flatMap(({ key }, at) => (known.has(key) ? [] : `columns[${at}].key "${key}"`));
  if (wrong.length === 0) return undefined;
  return `${wrong.join(", ")} ${wrong.length === 1 ? "is no column" : "are no columns"} of the query; it gives ${[...known].join(", ")}`;
}
