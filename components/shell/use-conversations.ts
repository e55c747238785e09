"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { listConversations } from "@/components/chat/client/api";
import { Retry } from "@/components/chat/client/retry";
import type { Summaries, Summary } from "@/lib/shared/chat/contract";
import { share } from "@/lib/shared/chat/share";
import { useChanges } from "./changes";

const SETTLE_MS = 100;

/** The list of conversations as it is on the server, kept up with what changes. */
export function useConversations(known: Summaries) {
  const listen = useChanges();
  const [items, setItems] = useState<Summary[]>(known.conversations);
  /** Pages below the first, asked for by the person. */
  const [older, setOlder] = useState<Summary[]>([]);
  const [cursor, setCursor] = useState(known.nextCursor ?? null);

  useEffect(() => {
    const retry = new Retry();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const load = async () => {
      try {
        const { conversations } = await listConversations();
        retry.succeeded();
        if (isLeft) return;
        setItems((before) => share(before, conversations));
      } catch {
        if (!isLeft) retry.later(load);
      }
    };
    const unlisten = listen(() => {
      clearTimeout(timer);
      timer = setTimeout(load, SETTLE_MS);
    });
    return () => {
      isLeft = true;
      clearTimeout(timer);
      retry.cancel();
      unlisten();
    };
  }, [listen]);

  const forget = useCallback((id: string) => {
    setItems((before) => before.filter((item) => item.id !== id));
    setOlder((before) => before.filter((item) => item.id !== id));
  }, []);

  const loadOlder = useCallback(async () => {
    const next = await listConversations(cursor ?? undefined);
    setOlder((before) => [...before, ...next.conversations]);
    setCursor(next.nextCursor ?? null);
  }, [cursor]);

  const conversations = useMemo(() => {
    const shown = new Set(items.map(({ id }) => id));
    return [...items, ...older.filter(({ id }) => !shown.has(id))];
  }, [items, older]);
  return { conversations, forget, loadOlder: cursor ? loadOlder : undefined };
}
