"use client";

import { createContext, useContext } from "react";

/** What a page may ask of the frame around it. */
type ShellActions = {
  openList: () => void;
  askDelete: (conversation: { id: string; title: string }) => void;
  /** The ids of the conversations that the server is known to have. */
  listed: ReadonlySet<string>;
  /** The conversation that is being deleted: its page must not ask for it any more. */
  leaving: string | undefined;
};

const nothing = () => {};

export const ShellContext = createContext<ShellActions>({
  openList: nothing,
  askDelete: nothing,
  listed: new Set(),
  leaving: undefined,
});

export const useShell = (): ShellActions => useContext(ShellContext);
