import { targetOf } from "@/components/ui/kit/link";
import { agentAddress, baseOf } from "@/lib/shared/agents/agent-address";

/**
 * Storage key of the last visited address of an agent. sessionStorage has the last address in this window,
 * localStorage the last one in any window.
 */
const keyOf = (agentId: string): string => `easel:place:${agentId}`;

/**
 * Stores the current address, so that the user returns to it. Leaves out message anchors, because the scroll
 * position is stored separately.
 */
export function notePlace(agentId: string): void {
  const hash = targetOf(location.hash) ? "" : location.hash;
  const place = location.pathname + location.search + hash;
  try {
    sessionStorage.setItem(keyOf(agentId), place);
    localStorage.setItem(keyOf(agentId), place);
  } catch {
    // Without storage, the user returns to the start page of the agent.
  }
}

/** Returns the address of an agent's start page. Addresses of the first agent have no prefix. */
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
