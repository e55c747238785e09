import * as z from "zod/mini";
import { factsOfTool } from "../chat/built-in-tools";
import { field, type ToolPart } from "../chat/parts";
import { urlOf } from "../file-address";
import { fileOf } from "./opencode-facts";
import { OPENCODE_PREFIX } from "./task";

const fileResult = z.object({
  result: z.object({
    files: z._default(z.array(z.object({ id: z.uuid(), name: z.string(), type: z.string() })), []),
  }),
});

export function programJob({ toolName, state, output }: ToolPart): string | undefined {
  const isThere = factsOfTool(toolName)?.gives === "program" && state === "output-available";
  return isThere ? z.object({ job_id: z.uuid() }).safeParse(output).data?.job_id : undefined;
}

const ran = z.object({
  result: z.object({ stdout: z.string(), stderr: z.string() }),
  error: z.optional(z.string()),
});

export function programResult({ state, output }: ToolPart) {
  const { data } = ran.safeParse(state === "output-available" ? output : undefined);
  return data && { ...data.result, error: data.error };
}

const program = z.object({
  action: z.literal("execute"),
  entry: z._default(z.string(), "main.ts"),
  code: z.string(),
  modules: z._default(z.record(z.string(), z.string()), {}),
});

/** One source text of a program. The UI shows `label` instead of the file name, if it is set. */
type Source = { name: string; label?: string; text: string };

/**
 * Returns the source of a call that runs or writes a program, as received so far; an empty list for other
 * calls.
 */
export function programOf({ toolName, input }: ToolPart): Source[] {
  const name = fileOf(input) ?? "main.ts";
  if (toolName === `${OPENCODE_PREFIX}write`) {
    const content = field(input, "content");
    return content === undefined ? [] : [{ name, text: content }];
  }
  if (toolName === `${OPENCODE_PREFIX}edit`) {
    const pieces = { Before: field(input, "oldString"), After: field(input, "newString") };
    return Object.entries(pieces).flatMap(([label, text]) =>
      text === undefined ? [] : { name, label, text },
    );
  }
  const { data } = program.safeParse(factsOfTool(toolName)?.gives === "program" ? input : undefined);
  const sources: Record<string, string> = data ? { [data.entry]: data.code, ...data.modules } : {};
  return Object.entries(sources).map(([file, text]) => ({ name: file, text }));
}

export type ProgramFile = { url: string; name: string; mediaType: string };

export function programFiles({ toolName, state, output }: ToolPart): ProgramFile[] {
  const { data } = fileResult.safeParse(
    factsOfTool(toolName)?.gives === "program" && state === "output-available" ? output : undefined,
  );
  return (data?.result.files ?? []).map(({ id, name, type }) => ({ url: urlOf(id), name, mediaType: type }));
}
