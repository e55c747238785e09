"use client";

import { type MouseEvent, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { ListButton } from "./conversations/list-button";

type Tab = {
  href: string;
  title: string;
  /** `page` for the current page, `true` if the current page is inside it. */
  current?: "page" | "true";
};

type TabBarProps = {
  label: string;
  tabs: readonly Tab[];
  /** Handles a click on a tab instead of a navigation. */
  onGo?: (href: string) => void;
};

/** Bar at the top of a place with its pages as tabs. On a phone it also opens the navigation. */
export function TabBar({ label, tabs, onGo }: TabBarProps) {
  const current = useRef<HTMLAnchorElement>(null);
  const chosen = tabs.find((tab) => tab.current)?.href;
  // On a phone the tabs scroll sideways. Depend on the chosen tab, which the ref follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref changes with the chosen tab.
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen]);
  const go = (href: string) => (event: MouseEvent) => {
    if (!onGo || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onGo(href);
  };
  return (
    <div className="sticky top-0 z-20 flex h-bar shrink-0 items-center border-line border-b bg-paper px-5 max-md:px-1 print:hidden">
      <span className="md:hidden">
        <ListButton />
      </span>
      <nav
        aria-label={label}
        className="flex h-full min-w-0 gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Link
            key={tab.href}
            href={tab.href}
            ref={tab.current && current}
            aria-current={tab.current}
            onClick={go(tab.href)}
            className={cn(
              "flex h-full shrink-0 items-center border-transparent border-b-2 px-2 text-ink-2 -outline-offset-2 transition-colors hover:text-ink",
              tab.current && "border-ink font-medium text-ink",
            )}
          >
            {tab.title}
          </Link>
        ))}
      </nav>
    </div>
  );
}
