import { sourceOf } from "@/lib/store/agents/rehearsals";
import { findLastResult } from "@/lib/store/loop/tool-calls";
import type { Tool } from "./define";

/** The resources of the agent itself. All others that the hints of tools name are outside. */
const INSIDE: ReadonlySet<string> = new Set([
  ...["components", "state", "database", "documents", "skills", "projects", "files", "memory", "jobs"],
  ...["system_prompt", "learned_notes", "tools", "boards", "conversations"],
]);

/**
 * Returns true if a tool only reaches what is outside of the agent: the web, a service, a messenger. Tools that also use the
 * agent's own data run in a rehearsal, but without a network.
 */
export function isOutside({ served, receiver, hints: { reads = [], writes = [] } }: Tool): boolean {
  const used = [...reads, ...writes];
  return (
    served !== undefined ||
    receiver !== undefined ||
    (used.length > 0 && !used.some((one) => INSIDE.has(one)))
  );
}

const NOT_DONE = {
  rehearsal: true,
  note: "This is a rehearsal: the call was recorded, not made, and no earlier result of it is stored. Go on as if it had succeeded.",
};

/**
 * Returns the result that a rehearsal gives instead of calling the outside: the last real result of the same call, or a
 * note. Returns undefined if the call is real.
 */
export async function rehearsedResult(
  agentId: string,
  name: string,
  tool: Tool,
  input: unknown,
): Promise<{ output: unknown } | undefined> {
  if (!isOutside(tool)) return undefined;
  const sourceId = await sourceOf(agentId);
  if (sourceId === null) return undefined;
  return { output: (await findLastResult(sourceId, name, input)) ?? NOT_DONE };
}
