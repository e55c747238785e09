import { compareMoments } from "@/lib/data/sqlite/moments";
import { type ComparedTable, rowChanges } from "@/lib/shared/data/row-changes";
import { AppError } from "@/lib/shared/errors";
import { readRevision } from "@/lib/store/revisions";

const MAX_ROWS = 100;

/** Returns the rows that the changes of a version added, changed and removed. */
export async function readChangedRows(agentId: string, id: string): Promise<ComparedTable[]> {
  const { data } = rowChanges.safeParse((await readRevision(agentId, id)).content);
  if (!data) throw new AppError("invalid", "This version is not a change of rows.");
  const { from, to: until } = data;
  return compareMoments(agentId, { from, until, maxRows: MAX_ROWS, isLiteral: false, isWhole: false });
}
