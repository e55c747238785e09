"use client";

import { usePagedList } from "@/components/client/paged-list";
import type { ToolCall, ToolCallPage } from "@/lib/shared/tools/calls";
import { listCalls } from "./api";

/** A run tells of itself at every step; what cannot be read now is read at the next change. */
const always = (): boolean => true;
const pageOf = ({ calls, nextCursor }: ToolCallPage) => ({ items: calls, nextCursor });

/** The calls that are known, newest first, and new ones as they come; older ones on request. */
export function useCalls(name: string, known: ToolCallPage) {
  const { list, older } = usePagedList({
    key: ["tools", "calls", name],
    read: async (cursor, signal) => pageOf(await listCalls(name, cursor, signal)),
    idOf,
    outdatedBy: always,
    known: pageOf(known),
  });
  return { calls: list?.items ?? [], older };
}

export const idOf = ({ conversationId, messageId, toolCallId }: ToolCall): string =>
  `${conversationId} ${messageId} ${toolCallId}`;
