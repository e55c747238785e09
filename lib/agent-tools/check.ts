import { problemOfSchema } from "@/lib/json-schema/schema";
import { ARGS } from "@/lib/json-schema/subject";
import { checkSyntax } from "@/lib/sandbox/index";
import type { ToolContent } from "@/lib/shared/agent-tools/contract";
import { newToolName } from "@/lib/shared/agent-tools/fields";
import { AppError } from "@/lib/shared/errors";
import { explainIssues } from "@/lib/shared/issues";

/** Throws what is wrong with a tool: its name is taken, its schema is none, its code does not compile. */
export async function checkTool(
  name: string,
  { parameter_schema, code }: Pick<ToolContent, "parameter_schema" | "code">,
): Promise<void> {
  assertName(name);
  const problem = problemOfSchema(parameter_schema, ARGS);
  if (problem) throw new AppError("invalid", problem);
  await checkSyntax(code);
}

export function assertName(name: string): void {
  const { error } = newToolName.safeParse(name);
  if (error) throw new AppError("invalid", explainIssues(error).replace("(input): ", ""));
}
