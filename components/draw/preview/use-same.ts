import { useMemo } from "react";

/** Returns the same object while its JSON is equal, because a growing input is parsed again at every word. */
export function useSame(props: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(props);
  return useMemo(() => JSON.parse(text), [text]);
}
