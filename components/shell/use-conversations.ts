"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { useChanges } from "@/components/client/changes";
import { changeConversation, listConversations } from "@/components/client/conversations";
import { componentOf, historyOf } from "@/components/client/events";
import { ApiError } from "@/components/client/request";
import { Retry } from "@/components/client/retry";
import type { Summaries, Summary } from "@/lib/shared/chat/contract";
import { withFirstPage, withOlder } from "./list-page";

const SETTLE_MS = 100;

/** What the person changed here and the server has not confirmed yet. */
type Edit = Partial<Pick<Summary, "title" | "pinned">>;

/** The list of conversations as it is on the server, kept up with what changes, and ahead of it by what is done here. */
export function useConversations(known: Summaries) {
  const listen = useChanges();
  const [items, setItems] = useState<Summary[]>(known.conversations);
  const [cursor, setCursor] = useState(known.nextCursor ?? null);
  const [edits, setEdits] = useState<Record<string, Edit>>({});
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [isLost, setIsLost] = useState(false);

  useEffect(() => {
    const retry = new Retry();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const load = async () => {
      try {
        const page = await listConversations();
        retry.succeeded();
        if (isLeft) return;
        setItems((before) => withFirstPage(before, page));
        setIsLost(false);
      } catch (error) {
        if (isLeft) return;
        setIsLost(!(error instanceof ApiError));
        retry.later(load);
      }
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(load, SETTLE_MS);
    };
    const unlisten = listen((change) => {
      if (change === null || !(componentOf(change) ?? historyOf(change))) soon();
    });
    // The network may have gone before anybody listened.
    if (!navigator.onLine) soon();
    addEventListener("online", soon);
    addEventListener("offline", soon);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      retry.cancel();
      unlisten();
      removeEventListener("online", soon);
      removeEventListener("offline", soon);
    };
  }, [listen]);

  /** Shows the change at once; rejects, and takes it back, when the server did not. */
  const edit = useCallback(async (id: string, change: Edit) => {
    setEdits((before) => ({ ...before, [id]: { ...before[id], ...change } }));
    try {
      await changeConversation(id, change);
      setItems((before) => before.map((item) => (item.id === id ? { ...item, ...change } : item)));
    } finally {
      setEdits((before) => without(before, id, change));
    }
  }, []);

  const hide = useCallback((id: string, isHidden: boolean) => {
    setHidden((before) => {
      const next = new Set(before);
      if (isHidden) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);

  const loadOlder = useCallback(async () => {
    const page = await listConversations({ cursor: cursor ?? undefined });
    setItems((before) => withOlder(before, page.conversations));
    setCursor(page.nextCursor ?? null);
  }, [cursor]);

  const conversations = useMemo(
    () =>
      items
        .filter(({ id }) => !hidden.has(id))
        .map((item) => (edits[item.id] ? { ...item, ...edits[item.id] } : item)),
    [items, hidden, edits],
  );
  return { conversations, edits, isLost, edit, hide, loadOlder: cursor ? loadOlder : undefined };
}

/** The edits without this one, unless a later one has taken its place. */
function without(edits: Record<string, Edit>, id: string, done: Edit): Record<string, Edit> {
  const { [id]: mine, ...others } = edits;
  const left: Edit = { ...mine };
  if (left.title === done.title) delete left.title;
  if (left.pinned === done.pinned) delete left.pinned;
  return Object.keys(left).length > 0 ? { ...others, [id]: left } : others;
}
