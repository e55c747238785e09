"use client";

import { createContext, useContext } from "react";

/** What a page may ask of the frame around it. */
type ShellActions = {
  openList: () => void;
  askDelete: (conversation: { id: string; title: string }) => void;
};

const nothing = () => {};

export const ShellContext = createContext<ShellActions>({ openList: nothing, askDelete: nothing });

export const useShell = (): ShellActions => useContext(ShellContext);
