"use client";

import { type ComponentProps, useSyncExternalStore } from "react";
import { useAgentChoice } from "../layout-context";
import { placeOf, startOf } from "./agent-place";

/**
 * Links to the page of an agent that the user visited last. Navigates with a full load, so that no state of the
 * current agent remains.
 */
export function AgentLink({ agentId, ...rest }: Omit<ComponentProps<"a">, "href"> & { agentId: string }) {
  const { first } = useAgentChoice();
  // The stored address is only known in the browser, so the server renders the start page.
  const href = useSyncExternalStore(
    subscribe,
    () => placeOf(agentId, first),
    () => startOf(agentId, first),
  );
  return <a {...rest} href={href} />;
}

/** Another window may change the stored address. */
function subscribe(onChange: () => void): () => void {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
}
