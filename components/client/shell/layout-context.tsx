"use client";

import { createContext, useContext } from "react";
import type { AgentChoice } from "./agents/agent-switcher";

/** State of the conversation list: a column, folded into the rail, or a drawer. */
type Layout = {
  isRail: boolean;
  fold: (rail: boolean) => void;
  isListOpen: boolean;
  setIsListOpen: (isOpen: boolean) => void;
  /** True if a password is set. */
  canSignOut: boolean;
};

export const LayoutContext = createContext<Layout>({
  isRail: false,
  fold: () => {},
  isListOpen: false,
  setIsListOpen: () => {},
  canSignOut: false,
});

/** The agents of the workspace, and the current one. */
export const AgentsContext = createContext<AgentChoice>({ agents: [], current: "", first: undefined });

export const useAgentChoice = (): AgentChoice => useContext(AgentsContext);

export const useLayout = (): Layout => useContext(LayoutContext);
