"use client";

import { createContext, useContext } from "react";
import type { Target } from "@/components/ui/kit/link";

export type ThreadStatus = {
  /** Reason why no message can be edited or retried now. */
  busy: string | undefined;
  fixed: string | undefined;
  /** A different member wrote the conversation and shared it for reading. */
  isReader: boolean;
  /** Id of the last message. Only its notices offer a way to continue. */
  lastId: string | undefined;
  /** The user message being edited, and the error if sending it failed. */
  editing: { id: string; problem?: string } | undefined;
  turningTo: string | undefined;
  /** The conversation that this one continues; null if it was deleted. */
  continues: { id: string; title: string } | null | undefined;
  called: Target | undefined;
};

/** Actions on messages. The object keeps its identity while the conversation is open. */
export type ThreadActions = {
  /** Unsent edits by message id. They survive unmounting when a row scrolls out of view. */
  drafts: Map<string, string>;
  /** Ids of expanded rows. They survive unmounting when a row scrolls out of view. */
  opened: Set<string>;
  /** Observed thinking time in seconds, by message and row. */
  thoughts: Map<string, number>;
  linkTo: (messageId: string) => string;
  /** Address of the page that goes back to before a message of this time. */
  hrefBefore: (createdAt: string) => string;
  /** Called when the row of the call in the URL is open. Scrolls to it. */
  arrived: (row: HTMLElement) => void;
  edit: (messageId: string) => void;
  leaveEdit: () => void;
  sendEdit: (messageId: string, text: string) => void;
  retry: (messageId: string) => void;
  show: (messageId: string) => void;
  say: (text: string) => void;
  editLast: () => void;
  again: () => void;
};

export type Thread = ThreadStatus & ThreadActions;

const nothing = () => {};

export const ThreadContext = createContext<Thread>({
  busy: undefined,
  fixed: undefined,
  isReader: false,
  lastId: undefined,
  editing: undefined,
  turningTo: undefined,
  called: undefined,
  continues: undefined,
  drafts: new Map(),
  opened: new Set(),
  thoughts: new Map(),
  linkTo: (id) => `#m-${id}`,
  hrefBefore: (createdAt) => `/agent/history?at=${createdAt}`,
  arrived: nothing,
  edit: nothing,
  leaveEdit: nothing,
  sendEdit: nothing,
  retry: nothing,
  show: nothing,
  say: nothing,
  editLast: nothing,
  again: nothing,
});

export const useThread = (): Thread => useContext(ThreadContext);
