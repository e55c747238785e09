"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import Link, { usePathname } from "@/components/ui/kit/agent-base";
import { ListButton } from "./conversations/list-button";
import { AGENT_TABS, BARE, isAt } from "./places";

/** The tabs of the place “Agent”. */
export function AgentBar() {
  const path = usePathname();
  const isBare = useSearchParams().has(BARE);
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the tabs scroll sideways. Depend on the path, which chooses the current tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref changes with the path.
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [path]);
  if (isBare) return null;
  return (
    <div className="flex h-bar shrink-0 items-center border-line border-b bg-paper px-5 max-md:px-1 print:hidden">
      <span className="md:hidden">
        <ListButton />
      </span>
      <nav aria-label="Agent" className="flex h-full min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]">
        {AGENT_TABS.map(({ href, title }) => {
          const isCurrent = isAt(path, href);
          return (
            <Link
              key={href}
              href={href}
              ref={isCurrent ? current : undefined}
              aria-current={path === href ? "page" : isCurrent ? "true" : undefined}
              className={cn(
                "-outline-offset-2 flex h-full shrink-0 items-center border-transparent border-b-2 px-2 text-ink-2 transition-colors hover:text-ink",
                isCurrent && "border-ink font-medium text-ink",
              )}
            >
              {title}
            </Link>
          );
        })}
      </nav>
    </div>
  );
}
