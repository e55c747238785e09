"use client";

import { type ComponentProps, useSyncExternalStore } from "react";
import { useAgentChoice } from "../layout-context";
import { placeOf, startOf } from "./agent-place";

/** A way to where one was last in an agent. It is another document: nothing that this one knows is the other agent's. */
export function AgentLink({ agentId, ...rest }: Omit<ComponentProps<"a">, "href"> & { agentId: string }) {
  const { first } = useAgentChoice();
  // The server does not know the place.
  const href = useSyncExternalStore(
    subscribe,
    () => placeOf(agentId, first),
    () => startOf(agentId, first),
  );
  return <a {...rest} href={href} />;
}

/** Another window may have left the agent since. */
function subscribe(onChange: () => void): () => void {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
}
