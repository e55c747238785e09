"use client";

import { useState } from "react";
import { ASKS, listOpenAsks } from "@/components/client/asks";
import { ELSEWHERE, isConversation } from "@/components/client/events";
import { type Page, usePagedList } from "@/components/client/paged-list";
import type { OpenAsk, OpenAskPage } from "@/lib/shared/chat/open-asks";
import { rankOf } from "./body-of";

/** An ask that stays listed after it was settled, until the page is left. */
export type InboxRow = { id: string; ask: OpenAsk; isOpen: boolean };

const idOf = ({ conversationId, messageId, toolCallId }: OpenAsk): string =>
  `${conversationId} ${messageId} ${toolCallId}`;

const pageOf = ({ asks, nextCursor }: OpenAskPage): Page<OpenAsk> => ({
  items: asks,
  ...(nextCursor && { nextCursor }),
});

/** Lists open asks of one or all agents by kind, the newest first. Settled asks stay in place. */
export function useInbox(initial: OpenAskPage, agentId?: string) {
  const { list, error, reload, older } = usePagedList({
    key: [...ASKS, "list", agentId ?? ""],
    read: async (cursor, signal) => pageOf(await listOpenAsks({ cursor, agentId }, signal)),
    idOf,
    outdatedBy: (change) => isConversation(change) || change === ELSEWHERE,
    ...(agentId === undefined && { initial: pageOf(initial) }),
  });
  const [drawn, setDrawn] = useState(() => ({ list, agentId, ...merged([], list?.items ?? [], false) }));
  if (drawn.agentId !== agentId) setDrawn({ list, agentId, ...merged([], list?.items ?? [], false) });
  else if (drawn.list !== list)
    setDrawn({ list, agentId, ...merged(drawn.rows, list?.items ?? [], isWorkedIn()) });
  const { rows, news } = drawn;
  return {
    rows,
    news,
    showNews: () => setDrawn({ list, agentId, ...merged(rows, list?.items ?? [], false) }),
    ...{ error, reload, older },
  };
}

/** Id of the list, used to detect whether the focus is in it. */
export const LIST_ID = "inbox-list";
const isWorkedIn = (): boolean => document.activeElement?.closest(`#${LIST_ID}`) != null;

/** While the user works in the list, new asks above would move it, so they are counted as `news`. */
function merged(before: readonly InboxRow[], open: readonly OpenAsk[], isInUse: boolean) {
  const rows = rowsOf(before, open);
  if (!isInUse) return { rows, news: 0 };
  const shownIds = new Set(before.map(({ id }) => id));
  // Asks below the last one move nothing.
  const last = before.at(-1);
  const shown = rows.filter((row) => shownIds.has(row.id) || (last && inOrder(row, last) > 0));
  return { rows: shown, news: rows.length - shown.length };
}

function rowsOf(before: readonly InboxRow[], open: readonly OpenAsk[]): InboxRow[] {
  const now = new Map(open.map((ask) => [idOf(ask), ask]));
  const updated = before.map((row): InboxRow => {
    const ask = now.get(row.id);
    now.delete(row.id);
    return { ...row, ask: ask ?? row.ask, isOpen: ask !== undefined };
  });
  const fresh = [...now].map(([id, ask]): InboxRow => ({ id, ask, isOpen: true }));
  return [...updated, ...fresh].sort(inOrder);
}

/** By kind, then the newest first. */
const inOrder = (a: InboxRow, b: InboxRow): number =>
  rankOf(a.ask) - rankOf(b.ask) || b.ask.createdAt.localeCompare(a.ask.createdAt) || b.id.localeCompare(a.id);
