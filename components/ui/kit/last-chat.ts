import { agentAddress } from "@/lib/shared/agents/agent-address";

/**
 * Returns the last visited conversation of the current agent. Undefined if there is none or the browser lacks
 * the Navigation API.
 */
export function lastChat(): string | undefined {
  if (!("navigation" in window)) return undefined;
  const { base } = agentAddress(location.pathname);
  const before = navigation.entries().slice(0, (navigation.currentEntry?.index ?? -1) + 1);
  const places = before.flatMap(({ url }) => (url ? [agentAddress(new URL(url).pathname)] : []));
  return places.findLast((place) => place.base === base && place.rest.startsWith("/chat/"))?.rest;
}
