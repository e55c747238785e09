import { sourceOf } from "@/lib/store/agents/rehearsals";
import { findLastResult } from "@/lib/store/loop/tool-calls";
import type { Checked, Tool } from "./define";

/** The resources of the agent itself. All others that the hints of tools name are outside. */
const INSIDE: ReadonlySet<string> = new Set([
  ...["components", "state", "database", "documents", "skills", "projects", "files", "memory", "jobs"],
  ...["system_prompt", "learned_notes", "tools", "boards", "conversations"],
]);

/**
 * Returns true if a call only reaches the outside of the agent: the web, a service, a messenger, another agent. Tools that also use
 * the agent's own data run in a rehearsal, but without a network.
 */
export function isOutside(tool: Tool, input: Checked): boolean {
  const { served, receiver, leavesAgent, hints } = tool;
  const used = [...(hints.reads ?? []), ...(hints.writes ?? [])];
  const isForeign = used.length > 0 && !used.some((one) => INSIDE.has(one));
  return served !== undefined || receiver !== undefined || leavesAgent?.(input) === true || isForeign;
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
  input: Checked,
): Promise<{ output: unknown } | undefined> {
  if (!isOutside(tool, input)) return undefined;
  const sourceId = await sourceOf(agentId);
  if (sourceId === null) return undefined;
  return { output: (await findLastResult(sourceId, name, input)) ?? NOT_DONE };
}
