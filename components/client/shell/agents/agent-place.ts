import { targetOf } from "@/components/ui/kit/link";
import { agentAddress, baseOf } from "@/lib/shared/agents/agent-address";

/** Where somebody was last in each agent: in this window, else in this browser. */
const keyOf = (agentId: string): string => `easel:place:${agentId}`;

/** Notes the address as the place to come back to; how far the messages were scrolled is kept beside it. */
export function notePlace(agentId: string): void {
  const hash = targetOf(location.hash) ? "" : location.hash;
  const place = location.pathname + location.search + hash;
  try {
    sessionStorage.setItem(keyOf(agentId), place);
    localStorage.setItem(keyOf(agentId), place);
  } catch {
    // Without storage one comes back to a new conversation.
  }
}

/** The address at which an agent begins. `firstId`: whose addresses need not name it. */
export const startOf = (agentId: string, firstId: string | undefined): string =>
  agentId === firstId ? "/" : baseOf(agentId);

/** The address at which an agent is gone on with. */
export function placeOf(agentId: string, firstId: string | undefined): string {
  const base = agentId === firstId ? "" : baseOf(agentId);
  try {
    const place = sessionStorage.getItem(keyOf(agentId)) ?? localStorage.getItem(keyOf(agentId));
    if (place && agentAddress(place).base === base && place.startsWith("/") && !place.startsWith("//"))
      return place;
  } catch {
    // As above.
  }
  return startOf(agentId, firstId);
}
