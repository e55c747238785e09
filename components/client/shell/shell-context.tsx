"use client";

import { createContext, useContext } from "react";
import type { Older } from "@/components/client/paged-list";
import type { Summary } from "@/lib/shared/chat/contract";
import type { Split } from "./split";

/** A conversation as far as its name goes. */
export type Named = { id: string; title: string };

/** What a page may know of the frame around it, and ask of it. */
type Shell = {
  openList: () => void;
  /** The ids of the conversations that the server is known to have. */
  listed: ReadonlySet<string>;
  /** The conversation that is being deleted: its page must not ask for it any more. */
  leaving: string | undefined;
  /** Titles and pins that were changed here and are on their way to the server. */
  edits: Readonly<Record<string, Partial<Pick<Summary, "title" | "pinned">>>>;
  rename: (conversation: Named, title: string) => void;
  pin: (conversation: Named, isPinned: boolean) => void;
  /** Deletes at once, with a way back. */
  remove: (conversation: Named) => void;
  split: Split;
  changeSplit: (change: Partial<Split>) => void;
  /** The server was not reached when the frame last asked. */
  isLost: boolean;
};

const nothing = () => {};

export const ShellContext = createContext<Shell>({
  openList: nothing,
  listed: new Set(),
  leaving: undefined,
  edits: {},
  rename: nothing,
  pin: nothing,
  remove: nothing,
  split: { width: 432, show: "both" },
  changeSplit: nothing,
  isLost: false,
});

export const useShell = (): Shell => useContext(ShellContext);

type List = {
  conversations: readonly Summary[];
  current: string | undefined;
  /** The server's clock, so that the first drawing is the same on both sides. */
  now: string;
  /** Undefined where the server has no more. */
  older: Older | undefined;
};

/** Apart from the shell: it changes with every message of every conversation. */
export const ListContext = createContext<List>({
  conversations: [],
  current: undefined,
  now: new Date(0).toISOString(),
  older: undefined,
});

export const useList = (): List => useContext(ListContext);
