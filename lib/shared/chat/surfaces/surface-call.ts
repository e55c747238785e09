import { z } from "zod";

/* Parameters shared by the tools that show a surface. */

/** Models get no descriptions of these two parameters, because the instructions of the toolset explain them. */
export const waits = z.boolean().optional();
export const surfaceId = z.string().min(1).max(40).optional();

type Call = { surface?: string; edits?: unknown; whole?: unknown };

/**
 * Returns the reason why a call is invalid, or undefined. A call must either give the full content (`whole`, in
 * the field `name`), or give `edits` and a surface.
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
