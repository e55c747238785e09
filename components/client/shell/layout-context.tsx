"use client";

import { createContext, useContext } from "react";
import type { AgentChoice } from "./agents/agent-switcher";

/** How the list of conversations stands: beside the page, folded into the rail, or in a drawer over it. */
type Layout = {
  isRail: boolean;
  fold: (rail: boolean) => void;
  isListOpen: boolean;
  setIsListOpen: (isOpen: boolean) => void;
  /** There is a password, so there is something to leave. */
  canSignOut: boolean;
};

export const LayoutContext = createContext<Layout>({
  isRail: false,
  fold: () => {},
  isListOpen: false,
  setIsListOpen: () => {},
  canSignOut: false,
});

/** The agents of the workspace, and which one the page shows. */
export const AgentsContext = createContext<AgentChoice>({ agents: [], current: "", first: undefined });

export const useAgentChoice = (): AgentChoice => useContext(AgentsContext);

export const useLayout = (): Layout => useContext(LayoutContext);
