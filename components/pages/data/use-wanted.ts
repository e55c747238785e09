"use client";

import { useEffect, useMemo, useState } from "react";
import { nextSorting } from "@/components/draw/grid/column";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import type { Column, Wanted } from "./api";
import { conditionsOf, type Draft } from "./conditions";

const TYPING_MS = 200;

export function useWanted(columns: readonly Column[]) {
  const [text, setText] = useState("");
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [sort, setSort] = useState<Wanted["sort"]>();
  const where = useMemo(() => conditionsOf(drafts, columns), [drafts, columns]);
  const choice = useStable({ text: text.trim(), where });
  const [settled, setSettled] = useState(choice);
  useEffect(() => {
    if (choice === settled) return;
    const timer = setTimeout(() => setSettled(choice), TYPING_MS);
    return () => clearTimeout(timer);
  }, [choice, settled]);
  const wanted = useMemo((): Wanted => ({ ...settled, sort }), [settled, sort]);

  const toggleSort = (column: string) => setSort((before) => nextSorting(before, column));
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
