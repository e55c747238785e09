import { agentAddress, baseOf } from "@/lib/shared/agent-address";

/** Where somebody was last in each agent, in this browser. */
const keyOf = (agentId: string): string => `easel:place:${agentId}`;

/** Notes the address as the place to come back to. */
export function notePlace(agentId: string): void {
  try {
    localStorage.setItem(keyOf(agentId), location.pathname + location.search + location.hash);
  } catch {
    // Without storage one comes back to a new conversation.
  }
}

/** The address at which an agent is gone on with. `firstId`: whose addresses need not name it. */
export function placeOf(agentId: string, firstId: string | undefined): string {
  const base = agentId === firstId ? "" : baseOf(agentId);
  try {
    const place = localStorage.getItem(keyOf(agentId));
    if (place && agentAddress(place).base === base && place.startsWith("/") && !place.startsWith("//"))
      return place;
  } catch {
    // As above.
  }
  return base || "/";
}
