"use client";

import { useEffect, useMemo, useState } from "react";
import { useChanges } from "@/components/client/changes";
import type { ToolCall, ToolCallPage } from "@/lib/shared/tools/calls";
import { listCalls } from "./api";

/** A run tells of itself at every step. */
const SETTLE_MS = 500;

/** The calls that are known, newest first, and new ones as they come; older ones on request. */
export function useCalls(name: string, known: ToolCallPage) {
  const [first, setFirst] = useState(known);
  const [older, setOlder] = useState<ToolCallPage>();
  useEffect(() => setFirst(known), [known]);

  const listen = useChanges();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen(() => {
      clearTimeout(timer);
      // What cannot be read now is read at the next change.
      timer = setTimeout(() => listCalls(name).then(setFirst, () => {}), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, name]);

  const calls = useMemo(() => {
    const all = new Map<string, ToolCall>();
    for (const call of [...(older?.calls ?? []), ...first.calls]) all.set(idOf(call), call);
    return [...all.values()].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }, [first, older]);

  const cursor = older ? older.nextCursor : first.nextCursor;
  const loadOlder =
    cursor === undefined
      ? undefined
      : async () => {
          const page = await listCalls(name, cursor);
          // With those that were there: newer ones may push some of them out of the first page.
          setOlder({ ...page, calls: [...calls, ...page.calls] });
        };
  return { calls, loadOlder };
}

export const idOf = ({ conversationId, messageId, toolCallId }: ToolCall): string =>
  `${conversationId} ${messageId} ${toolCallId}`;
