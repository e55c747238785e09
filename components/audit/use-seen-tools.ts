import { useCallback, useState } from "react";

/** Names of tools, by name: those that the page came with, and those that its rows have named since. */
export function useSeenTools(known: readonly string[]) {
  const [names, setNames] = useState(known);
  const onSeen = useCallback((items: readonly { tool: string | null }[]) => {
    const seen = items.flatMap(({ tool }) => (tool === null ? [] : [tool]));
    setNames((before) => (seen.every((name) => before.includes(name)) ? before : union(before, seen)));
  }, []);
  return { names, onSeen };
}

const union = (some: readonly string[], others: readonly string[]) =>
  [...new Set([...some, ...others])].sort();
