import { z } from "zod";
import { checkSyntax } from "@/lib/code/isolate/index";
import { problemOfSchema } from "@/lib/code/json-schema/schema";
import { ARGS } from "@/lib/code/json-schema/subject";
import type { CheckedCode, ToolContent } from "@/lib/shared/agent-tools/contract";
import { newToolName } from "@/lib/shared/agent-tools/fields";
import { AppError, isAppError } from "@/lib/shared/errors";
import { explainIssues } from "@/lib/shared/issues";

/** Maximum milliseconds of a check. After this time the editor has usually sent newer code. */
const PATIENCE_MS = 3_000;

export async function checkTool(
  name: string,
  { parameter_schema, code }: Pick<ToolContent, "parameter_schema" | "code">,
): Promise<void> {
  assertName(name);
  const problem = problemOfSchema(parameter_schema, ARGS);
  if (problem) throw new AppError("invalid", problem);
  await checkSyntax(code);
}

export async function checkToolCode(code: string, signal: AbortSignal): Promise<CheckedCode> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    await checkSyntax(code, patience);
    return { ok: true };
  } catch (error) {
    const place = isAppError(error) ? placed.safeParse(error.details).data : undefined;
    if (isAppError(error) && place) return { ok: false, message: error.message, ...place };
    if (!patience.aborted) throw error;
    throw new AppError("unavailable", "The sandbox is busy, so the code was not checked. Try again.");
  }
}

const placed = z.object({ line: z.number(), column: z.number() });

export function assertName(name: string): void {
  const { error } = newToolName.safeParse(name);
  if (error) throw new AppError("invalid", explainIssues(error).replace("(input): ", ""));
}
