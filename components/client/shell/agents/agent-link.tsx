"use client";

import { type ComponentProps, useSyncExternalStore } from "react";
import { useAgentChoice } from "../layout-context";
import { placeOf, startOf } from "./agent-place";

/** Links to the last place in an agent. It is a full navigation, so that no state of this agent remains. */
export function AgentLink({ agentId, ...rest }: Omit<ComponentProps<"a">, "href"> & { agentId: string }) {
  const { first } = useAgentChoice();
  // The server has no access to the stored place.
  const href = useSyncExternalStore(
    subscribe,
    () => placeOf(agentId, first),
    () => startOf(agentId, first),
  );
  return <a {...rest} href={href} />;
}

/** Another window may change the stored place. */
function subscribe(onChange: () => void): () => void {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
}
