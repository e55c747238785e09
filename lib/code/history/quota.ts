import type { ISql } from "postgres";
import { MAX_TOOLS } from "@/lib/shared/agent-tools/fields";
import { readSwitches } from "@/lib/store/agents/agent-tools";

/**
 * Returns the new tools that exceed the number that models accept, so the caller adds them disabled. Tools in
 * `deletedNames` do not count. New tools that were disabled when they were deleted are the first to exceed
 * it.
 */
export async function overQuota(
  on: ISql,
  agentId: string,
  newNames: readonly string[],
  deletedNames: readonly string[] = [],
): Promise<ReadonlySet<string>> {
  if (newNames.length === 0) return new Set();
  const switches = await readSwitches(on, agentId);
  const remaining = switches.filter(
    ({ name, isLive, enabled }) => isLive && enabled && !deletedNames.includes(name),
  );
  const wasOff = new Set(switches.filter(({ enabled }) => !enabled).map(({ name }) => name));
  const inOrder = [
    ...newNames.filter((name) => !wasOff.has(name)),
    ...newNames.filter((name) => wasOff.has(name)),
  ];
  return new Set(inOrder.slice(Math.max(0, MAX_TOOLS - remaining.length)));
}
