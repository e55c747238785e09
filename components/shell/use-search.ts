"use client";

import { useEffect, useState } from "react";
import { listConversations } from "@/components/client/conversations";
import type { Summary } from "@/lib/shared/chat/contract";

const PAUSE_MS = 180;

export type Search = {
  /** What was looked for last. */
  query: string;
  results: Summary[];
  /** There are more than these. */
  hasMore: boolean;
  state: "idle" | "searching" | "found" | "failed";
};

const NOTHING: Search = { query: "", results: [], hasMore: false, state: "idle" };

/** Conversations whose titles or messages hold the text, asked for once the person pauses; earlier results stay until then. */
export function useSearch(text: string) {
  const query = text.trim();
  const [search, setSearch] = useState<Search>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks the same again
  useEffect(() => {
    if (query === "") {
      setSearch(NOTHING);
      return;
    }
    const leave = new AbortController();
    setSearch((before) => ({ ...before, state: "searching" }));
    const timer = setTimeout(async () => {
      try {
        const { conversations, nextCursor } = await listConversations({ q: query, signal: leave.signal });
        const hasMore = typeof nextCursor === "string";
        if (!leave.signal.aborted) setSearch({ query, results: conversations, hasMore, state: "found" });
      } catch {
        if (!leave.signal.aborted) setSearch({ ...NOTHING, query, state: "failed" });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [query, attempt]);
  return { ...search, again: () => setAttempt((before) => before + 1) };
}
