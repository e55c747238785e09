"use client";

import { createContext, useContext } from "react";
import type { AgentChoice } from "./agents/agent-switcher";

type Layout = {
  isRail: boolean;
  fold: (rail: boolean) => void;
  isListOpen: boolean;
  setIsListOpen: (isOpen: boolean) => void;
  canSignOut: boolean;
};

export const LayoutContext = createContext<Layout>({
  isRail: false,
  fold: () => {},
  isListOpen: false,
  setIsListOpen: () => {},
  canSignOut: false,
});

export const AgentsContext = createContext<AgentChoice>({ agents: [], current: "", first: undefined });

export const useAgentChoice = (): AgentChoice => useContext(AgentsContext);

export const useLayout = (): Layout => useContext(LayoutContext);
