"use client";

import { useEffect, useMemo, useState } from "react";
import type { Column, Wanted } from "./api";
import { conditionsOf, type Draft } from "./conditions";

const TYPING_MS = 200;

/** What the person wants to see of a table: a text, conditions, an order. What is typed takes effect after a moment. */
export function useWanted(columns: readonly Column[]) {
  const [text, setText] = useState("");
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [sort, setSort] = useState<Wanted["sort"]>();
  const where = useMemo(() => conditionsOf(drafts, columns), [drafts, columns]);
  const said = JSON.stringify({ text: text.trim(), where });
  const [settled, setSettled] = useState(said);
  useEffect(() => {
    if (said === settled) return;
    const timer = setTimeout(() => setSettled(said), TYPING_MS);
    return () => clearTimeout(timer);
  }, [said, settled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they have settled, they are what is said
  const wanted = useMemo((): Wanted => ({ text: text.trim(), where, sort }), [settled, sort]);

  /** Upwards first, then downwards, then in the order of the table. */
  const toggleSort = (column: string) =>
    setSort((before) => {
      if (before?.column !== column) return { column, desc: false };
      return before.desc ? undefined : { column, desc: true };
    });
  return {
    wanted,
    text,
    setText,
    drafts,
    setDrafts,
    sort,
    toggleSort,
    conditions: where.length,
    isChoice: wanted.text !== "" || wanted.where.length > 0,
    clear: () => {
      setText("");
      setDrafts([]);
    },
  };
}
