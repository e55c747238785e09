import { targetOf } from "@/components/ui/kit/link";
import { agentAddress, baseOf } from "@/lib/shared/agents/agent-address";

/** Key of the last place in an agent, per window (sessionStorage) and per browser (localStorage). */
const keyOf = (agentId: string): string => `easel:place:${agentId}`;

/**
 * Stores the current address as the place to return to. Message anchors are left out, because the scroll
 * position is stored separately.
 */
export function notePlace(agentId: string): void {
  const hash = targetOf(location.hash) ? "" : location.hash;
  const place = location.pathname + location.search + hash;
  try {
    sessionStorage.setItem(keyOf(agentId), place);
    localStorage.setItem(keyOf(agentId), place);
  } catch {
    // Without storage, the user returns to a new conversation.
  }
}

/** Returns the start address of an agent. The addresses of the first agent do not name it. */
export const startOf = (agentId: string, firstId: string | undefined): string =>
  agentId === firstId ? "/" : baseOf(agentId);

export function placeOf(agentId: string, firstId: string | undefined): string {
  const base = agentId === firstId ? "" : baseOf(agentId);
  try {
    const place = sessionStorage.getItem(keyOf(agentId)) ?? localStorage.getItem(keyOf(agentId));
    if (place && agentAddress(place).base === base && place.startsWith("/") && !place.startsWith("//"))
      return place;
  } catch {
    // Storage can be blocked.
  }
  return startOf(agentId, firstId);
}
