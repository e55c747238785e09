"use client";

import { useCallback, useEffect, useState } from "react";

export const TABS = [
  { id: "props", title: "Props" },
  { id: "code", title: "Code" },
  { id: "versions", title: "Versions" },
] as const;

type Tab = (typeof TABS)[number]["id"];

const tabOf = (text: string): Tab | undefined => TABS.find(({ id }) => id === text)?.id;

/** The tab that is open; it is part of the address, so that a link may lead to it. */
export function useTab() {
  const [tab, setTab] = useState<Tab>("props");
  useEffect(() => {
    const follow = () => setTab((before) => tabOf(location.hash.slice(1)) ?? before);
    follow();
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const open = useCallback((wanted: string) => {
    setTab((before) => tabOf(wanted) ?? before);
    history.replaceState(history.state, "", `#${wanted}`);
  }, []);
  return [tab, open] as const;
}
