import { z } from "zod";
import { execute } from "@/lib/agent-db/index";
import type { Block, RenderBlocksInput } from "@/lib/shared/blocks/index";
import { isQuery, type Query, uniqueNames } from "@/lib/shared/blocks/live";
import { chartFrom, MOST_LABELS } from "@/lib/shared/blocks/live-chart";
import { MOST_ROWS } from "@/lib/shared/blocks/table";
import { param } from "@/lib/shared/data/cell";
import { AppError, isAppError } from "@/lib/shared/errors";

const params = z.array(param);

/**
 * Runs the query of every live block once, for reading only, so that what is wrong with it goes back to the model.
 * Throws an AppError that names the block.
 */
export async function tryQueries(
  agentId: string,
  { blocks }: RenderBlocksInput,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, block] of blocks.entries()) {
    if ((block.type !== "table" && block.type !== "chart") || !isQuery(block.data)) continue;
    const problem = await problemOf(agentId, block, block.data, signal);
    if (problem) throw new AppError("invalid", `blocks[${index}].${problem}`);
  }
}

async function problemOf(
  agentId: string,
  block: Block<"table"> | Block<"chart">,
  { sql, params: given = [] }: Query,
  signal: AbortSignal,
): Promise<string | undefined> {
  const bound = params.safeParse(given);
  if (!bound.success) return "data.params must hold numbers, texts, true, false or null";
  const maxRows = block.type === "table" ? MOST_ROWS : MOST_LABELS;
  try {
    const result = await execute({ agentId, sql, params: bound.data, mode: "read", maxRows, signal });
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
  const at = columns.findIndex(({ key }) => !known.has(key));
  return at < 0
    ? undefined
    : `columns[${at}].key "${columns[at]?.key}" is no column of the query; it gives ${[...known].join(", ")}`;
}
