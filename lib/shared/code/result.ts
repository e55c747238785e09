import * as z from "zod/mini";
import type { ToolPart } from "../chat/parts";
import { urlOf } from "../file-address";

/** What people are shown of what the tool `code` gives. */
const given = z.object({
  result: z.object({
    files: z._default(z.array(z.object({ id: z.uuid(), name: z.string(), type: z.string() })), []),
  }),
});

/** The conversation in which a call has a program written. */
export function programJob({ toolName, state, output }: ToolPart): string | undefined {
  const isThere = toolName === "code" && state === "output-available";
  return isThere ? z.object({ job_id: z.uuid() }).safeParse(output).data?.job_id : undefined;
}

const ran = z.object({
  result: z.object({ stdout: z.string(), stderr: z.string() }),
  error: z.optional(z.string()),
});

/** What the program of a call has written itself, and why it failed. */
export function programResult({ state, output }: ToolPart) {
  const { data } = ran.safeParse(state === "output-available" ? output : undefined);
  return data && { ...data.result, error: data.error };
}

const program = z.object({
  action: z.literal("execute"),
  code: z.string(),
  modules: z._default(z.record(z.string(), z.string()), {}),
});

/** The modules of a call that runs a program, as far as they are written; none of another call. */
export function programOf({ toolName, input }: ToolPart): { name: string; text: string }[] {
  const { data } = program.safeParse(toolName === "code" ? input : undefined);
  const sources: Record<string, string> = data ? { "main.ts": data.code, ...data.modules } : {};
  return Object.entries(sources).map(([name, text]) => ({ name, text }));
}

export type ProgramFile = { url: string; name: string; mediaType: string };

/** The files that the program of a call has left. */
export function programFiles({ toolName, state, output }: ToolPart): ProgramFile[] {
  const { data } = given.safeParse(toolName === "code" && state === "output-available" ? output : undefined);
  return (data?.result.files ?? []).map(({ id, name, type }) => ({ url: urlOf(id), name, mediaType: type }));
}
