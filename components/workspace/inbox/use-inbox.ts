"use client";

import { useState } from "react";
import { ASKS, listOpenAsks } from "@/components/client/asks";
import { ELSEWHERE, isConversation } from "@/components/client/events";
import { type Page, usePagedList } from "@/components/client/paged-list";
import type { OpenAsk, OpenAskPage } from "@/lib/shared/chat/open-asks";

/** One ask, for as long as the page is looked at: also when it does not wait any more. */
export type InboxRow = { id: string; ask: OpenAsk; isOpen: boolean };

const idOf = ({ conversationId, messageId, toolCallId }: OpenAsk): string =>
  `${conversationId} ${messageId} ${toolCallId}`;

const pageOf = ({ asks, nextCursor }: OpenAskPage): Page<OpenAsk> => ({
  items: asks,
  ...(nextCursor && { nextCursor }),
});

/** What waits for the person, of one agent or of all, newest first. What is settled meanwhile stays in its place, to say so. */
export function useInbox(known: OpenAskPage, agentId?: string) {
  const { list, error, reload, older } = usePagedList({
    key: [...ASKS, "list", agentId ?? ""],
    read: async (cursor, signal) => pageOf(await listOpenAsks({ cursor, agentId }, signal)),
    idOf,
    outdatedBy: (change) => isConversation(change) || change === ELSEWHERE,
    ...(agentId === undefined && { known: pageOf(known) }),
  });
  const [drawn, setDrawn] = useState(() => ({ list, agentId, ...merged([], list?.items ?? [], false) }));
  if (drawn.agentId !== agentId) setDrawn({ list, agentId, ...merged([], list?.items ?? [], false) });
  else if (drawn.list !== list)
    setDrawn({ list, agentId, ...merged(drawn.rows, list?.items ?? [], isWorkedIn()) });
  const { rows, news } = drawn;
  return {
    rows,
    /** How many have come, and wait above until they are asked for. */
    news,
    showNews: () => setDrawn({ list, agentId, ...merged(rows, list?.items ?? [], false) }),
    ...{ error, reload, older },
  };
}

/** Of the list, by which it is known whether the person is about to answer something in it. */
export const LIST_ID = "inbox-list";
const isWorkedIn = (): boolean => document.activeElement?.closest(`#${LIST_ID}`) != null;

/** What has come meanwhile would move what is above the hands that answer: it waits until they ask for it. */
function merged(before: readonly InboxRow[], open: readonly OpenAsk[], isHeld: boolean) {
  const rows = rowsOf(before, open);
  if (!isHeld) return { rows, news: 0 };
  const known = new Set(before.map(({ id }) => id));
  // Older ones come below.
  const oldest = before.at(-1)?.ask.createdAt ?? "";
  const kept = rows.filter(({ id, ask }) => known.has(id) || ask.createdAt < oldest);
  return { rows: kept, news: rows.length - kept.length };
}

/** The rows that are there, and those that are new in their places. */
function rowsOf(before: readonly InboxRow[], open: readonly OpenAsk[]): InboxRow[] {
  const now = new Map(open.map((ask) => [idOf(ask), ask]));
  const kept = before.map((row): InboxRow => {
    const ask = now.get(row.id);
    now.delete(row.id);
    return { ...row, ask: ask ?? row.ask, isOpen: ask !== undefined };
  });
  const fresh = [...now].map(([id, ask]): InboxRow => ({ id, ask, isOpen: true }));
  return [...kept, ...fresh].sort(
    (a, b) => b.ask.createdAt.localeCompare(a.ask.createdAt) || b.id.localeCompare(a.id),
  );
}
