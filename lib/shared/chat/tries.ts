import { factsOfTool } from "./built-in-tools";
import { field, type ToolPart } from "./parts";
import type { Row } from "./rows";

export type Call = ToolPart & { tries: readonly ToolPart[] };

type Called<R> = R extends { kind: "tools" }
  ? Omit<R, "tools"> & { tools: Call[] }
  : R extends { kind: "question" | "surface" | "approval" }
    ? Omit<R, "tool"> & { tool: Call }
    : R;
export type FoldedRow = Called<Row>;

/**
 * Removes failed calls that a later call made up for: one that succeeded with the same target. They become the
 * `tries` of the first such call.
 */
export function foldTries(rows: readonly Row[]): FoldedRow[] {
  const tools = rows.flatMap(toolsIn);
  const mended = new Map<ToolPart, ToolPart>();
  tools.forEach((tool, index) => {
    const mender =
      tool.state === "output-error" && tools.slice(index + 1).find((later) => mends(later, tool));
    if (mender) mended.set(tool, mender);
  });
  const called = (tool: ToolPart): Call => ({
    ...tool,
    tries: tools.filter((other) => mended.get(other) === tool),
  });
  return rows.flatMap((row): FoldedRow[] => {
    if ("tool" in row) return [{ ...row, tool: called(row.tool) }];
    if (row.kind !== "tools") return [row];
    const left = row.tools.filter((tool) => !mended.has(tool));
    return left.length > 0 ? [{ ...row, tools: left.map(called) }] : [];
  });
}

function toolsIn(row: Row): ToolPart[] {
  if (row.kind === "tools") return row.tools;
  return "tool" in row ? [row.tool] : [];
}

function mends(later: ToolPart, failed: ToolPart): boolean {
  const hasSucceeded =
    later.state === "output-available" ||
    (later.state === "input-available" && factsOfTool(later.toolName)?.pauses === true);
  if (!hasSucceeded || deedOf(later) !== deedOf(failed)) return false;
  const [wanted, done] = [subjectOf(failed), subjectOf(later)];
  return wanted === undefined || done === undefined || wanted === done;
}

/** An update of an item also makes up for a failed creation, so both have the same name here. */
const deedOf = ({ toolName }: ToolPart): string => factsOfTool(toolName)?.makesFor ?? toolName;

/** Returns the target of a call; undefined for tools whose retries may have any arguments. */
const subjectOf = ({ toolName, input }: ToolPart): string | undefined => {
  const argument = factsOfTool(toolName)?.subject;
  return argument && field(input, argument);
};
