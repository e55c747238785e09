import { z } from "zod";

/* What both ways to show a sheet have in common: whether it waits, and that it may change one that is there. */

/** What models should know of both stands in the words of the toolset. */
export const waits = z.boolean().optional();
export const sheetId = z.string().min(1).max(40).optional();

type Call = { surface?: string; edits?: unknown; whole?: unknown };

/** Why a call neither makes a sheet nor changes one; `whole` is what the sheet would hold, in the field `name`. */
export function problemOfCall({ surface, edits, whole }: Call, name: string) {
  if (edits !== undefined && surface === undefined)
    return { path: ["surface"], message: "is missing: edits need the id of the sheet that they change" };
  if (edits !== undefined && whole !== undefined)
    return { path: ["edits"], message: `must not come with ${name}: give either of them` };
  if (edits === undefined && whole === undefined)
    return {
      path: [name],
      message: surface === undefined ? "is missing" : "is missing: give it, or edits of what is there",
    };
  return undefined;
}
