"use client";

import { useCallback, useEffect, useState } from "react";

/** The tab that is open; it is part of the address, so that a link may lead to it. `ids` stay the same; the first is open at first. */
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
