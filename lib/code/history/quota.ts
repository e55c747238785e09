import type { ISql } from "postgres";
import { MAX_TOOLS } from "@/lib/shared/agent-tools/fields";
import { readSwitches } from "@/lib/store/agents/agent-tools";

/**
 * Returns the new tools that exceed the number that models accept, and are therefore added disabled. Tools in
 * `deletedNames` free their places. Tools that were enabled when they were deleted come first.
 */
export async function overQuota(
  on: ISql,
  agentId: string,
  coming: readonly string[],
  going: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  if (coming.length === 0) return new Set();
  const switches = await readSwitches(on, agentId);
  const stay = switches.filter(({ name, isLive, enabled }) => isLive && enabled && !going.includes(name));
  const wasOff = new Set(switches.filter(({ enabled }) => !enabled).map(({ name }) => name));
  const inOrder = [
    ...coming.filter((name) => !wasOff.has(name)),
    ...coming.filter((name) => wasOff.has(name)),
  ];
  return new Set(inOrder.slice(Math.max(0, MAX_TOOLS - stay.length)));
}
