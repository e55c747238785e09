import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { hrefOf, type Place } from "./data-url";

type ListItemProps = { to: Place; isCurrent: boolean; onGo: (place: Place) => void; children: ReactNode };

export function ListItem({ to, isCurrent, onGo, children }: ListItemProps) {
  const pageHref = usePageHref();
  return (
    <li>
      <a
        href={pageHref(hrefOf(to))}
        aria-current={isCurrent ? "page" : undefined}
        onClick={(event) => {
          // With a modifier key the browser opens a new tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          onGo(to);
        }}
        className={cn(
          "flex h-8 items-center gap-2.5 rounded-in px-2 text-ink-2 -outline-offset-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11",
          isCurrent && "bg-fill-press font-medium text-ink hover:bg-fill-press",
        )}
      >
        {children}
      </a>
    </li>
  );
}
