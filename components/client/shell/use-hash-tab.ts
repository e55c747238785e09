"use client";

import { useCallback, useEffect, useState } from "react";

/** Keeps the open tab in the URL hash. `ids` must be stable; the first one is the default. */
export function useHashTab<const Id extends string>(ids: readonly [Id, ...Id[]]) {
  const [tab, setTab] = useState<Id>(ids[0]);
  const tabOf = useCallback((text: string) => ids.find((id) => id === text), [ids]);
  useEffect(() => {
    const follow = () => setTab((before) => tabOf(location.hash.slice(1)) ?? before);
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [tabOf]);
  const open = useCallback(
    (wanted: string) => {
      setTab((before) => tabOf(wanted) ?? before);
      history.replaceState(history.state, "", `#${wanted}`);
    },
    [tabOf],
  );
  return [tab, open] as const;
}
