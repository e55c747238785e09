import { z } from "zod";

/* Parameters shared by the tools that show a surface. */

/** Not described here, because the instructions of the toolset explain both. */
export const waits = z.boolean().optional();
export const surfaceId = z.string().min(1).max(40).optional();

type Call = { surface?: string; edits?: unknown; whole?: unknown };

/**
 * Returns why a call neither creates nor changes a surface, or undefined. `whole` is the full content, from
 * the field `name`.
 */
export function problemOfCall({ surface, edits, whole }: Call, name: string) {
  if (edits !== undefined && surface === undefined)
    return { path: ["surface"], message: "is missing: edits need the id of the surface" };
  if (edits !== undefined && whole !== undefined)
    return { path: ["edits"], message: `conflicts with ${name}: give only one` };
  if (edits === undefined && whole === undefined)
    return {
      path: [name],
      message: surface === undefined ? "is missing" : "is missing: give it, or edits",
    };
  return undefined;
}
