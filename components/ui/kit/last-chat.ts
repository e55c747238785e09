import { agentAddress } from "@/lib/shared/agents/agent-address";

/** The newest conversation of the page's agent on the way here; not every browser tells. */
export function lastChat(): string | undefined {
  if (!("navigation" in window)) return undefined;
  const { base } = agentAddress(location.pathname);
  const before = navigation.entries().slice(0, (navigation.currentEntry?.index ?? -1) + 1);
  const places = before.flatMap(({ url }) => (url ? [agentAddress(new URL(url).pathname)] : []));
  return places.findLast((place) => place.base === base && place.rest.startsWith("/chat/"))?.rest;
}
