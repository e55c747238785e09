"use client";

import { createContext, useContext } from "react";
import type { Target } from "@/components/ui/kit/link";

/** How things stand with the messages of a conversation. */
export type ThreadStatus = {
  /** Why no message can be rewritten now. */
  busy: string | undefined;
  /** Why no other version can be shown now. */
  fixed: string | undefined;
  /** The last message: only what it says of trouble still needs a way on. */
  lastId: string | undefined;
  /** The person's message that is being edited, and why it was not taken. */
  editing: { id: string; problem?: string } | undefined;
  /** The version that is asked for. */
  turningTo: string | undefined;
  /** The conversation that this one goes on from; null where it is gone. */
  continues: { id: string; title: string } | null | undefined;
  /** The call that the address leads to, until it is open. */
  called: Target | undefined;
};

/** What can be done with them; the same for as long as the conversation is open. */
export type ThreadActions = {
  /** What was typed in an edit, by message: it outlives its row, which goes when it is scrolled away. */
  drafts: Map<string, string>;
  /** What is unfolded, by message and row; it outlives its row as well. */
  opened: Set<string>;
  /** How many seconds the model thought, by message and row, as far as that was seen. */
  thoughts: Map<string, number>;
  linkTo: (messageId: string) => string;
  /** The row of the call that the address leads to is open: brings it into view. */
  arrived: (row: HTMLElement) => void;
  edit: (messageId: string) => void;
  leaveEdit: () => void;
  sendEdit: (messageId: string, text: string) => void;
  retry: (messageId: string) => void;
  show: (messageId: string) => void;
  say: (text: string) => void;
  /** Edits the person's last message, if anything can be edited now. */
  editLast: () => void;
  /** Tries the last message again, whoever it is from. */
  again: () => void;
};

export type Thread = ThreadStatus & ThreadActions;

const nothing = () => {};

export const ThreadContext = createContext<Thread>({
  busy: undefined,
  fixed: undefined,
  lastId: undefined,
  editing: undefined,
  turningTo: undefined,
  called: undefined,
  continues: undefined,
  drafts: new Map(),
  opened: new Set(),
  thoughts: new Map(),
  linkTo: (id) => `#m-${id}`,
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
