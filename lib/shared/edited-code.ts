import { z } from "zod";
import { AppError } from "./errors";
import { explainIssues } from "./issues";
import { applyEdits, type TextEdit } from "./text/text-edits";

export const MAX_EDITS = 100;

const edit = z.object({
  find: z.string().min(1, "Give the exact text of the code"),
  replace: z.string(),
});

/** Edits of stored code. The description replaces the schema for models, because it is shorter. */
export const codeEdits = z
  .array(z.unknown().pipe(edit))
  .min(1, "Give at least one edit, or leave edits out")
  .max(MAX_EDITS, `At most ${MAX_EDITS} edits in one call: give the whole code`)
  .describe("Instead of code: { find, replace }, each find unique");

export const isOneWay = ({ code, edits }: { code?: unknown; edits?: unknown }): boolean =>
  code === undefined || edits === undefined;

export const ONE_WAY = "Give either code or edits, not both";

/**
 * Applies edits and validates the result with `schema`. Throws an AppError for the model if an edit or the
 * result is invalid.
 */
export function editedCode(
  code: string,
  edits: readonly TextEdit[],
  { name, schema }: { name: string; schema: z.ZodType<string> },
): string {
  const { data, error } = schema.safeParse(applyEdits(code, edits, `the code of "${name}"`));
  if (error)
    throw new AppError(
      "invalid",
      `The edited code is invalid, so nothing was changed. ${explainIssues(error).replace("(input): ", "")}`,
    );
  return data;
}
