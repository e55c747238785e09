"use client";

import { createContext, useContext } from "react";
import type { Older } from "@/components/client/paged-list";
import type { Summary } from "@/lib/shared/chat/contract";
import type { Split } from "./split";

export type Named = { id: string; title: string };

export type Shell = {
  openList: () => void;
  /** Ids of the loaded conversations, which exist on the server. */
  listed: ReadonlySet<string>;
  /** The open conversation while it is being deleted. Its page must not request it any more. */
  leaving: string | undefined;
  edits: Readonly<Record<string, Partial<Pick<Summary, "title" | "pinned">>>>;
  rename: (conversation: Named, title: string) => void;
  pin: (conversation: Named, isPinned: boolean) => void;
  remove: (conversation: Named) => void;
  split: Split;
  changeSplit: (change: Partial<Split>) => void;
  /** True if the last request for the list did not reach the server. */
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
  /** Time of the render on the server, so that server and client render the same. */
  now: string;
  /** Undefined at the end of the list. */
  older: Older | undefined;
};

/** Separate from the shell context, because it changes with every message of every conversation. */
export const ListContext = createContext<List>({
  conversations: [],
  current: undefined,
  now: new Date(0).toISOString(),
  older: undefined,
});

export const useList = (): List => useContext(ListContext);
