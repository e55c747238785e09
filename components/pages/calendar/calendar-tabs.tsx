import type { MouseEvent } from "react";
import { ListButton } from "@/components/client/shell/conversations/list-button";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { hrefOf, type Place } from "./calendar-url";

const TITLES = { events: "Calendar", jobs: "Jobs", contacts: "Contacts" } as const;
const TABS = ["events", "jobs", "contacts"] as const;

type CalendarTabsProps = { shown: Place["at"]; onGo: (place: Place) => void };

export function CalendarTabs({ shown, onGo }: CalendarTabsProps) {
  const pageHref = usePageHref();
  const go = (at: Place["at"]) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onGo({ at });
  };
  return (
    <header className="sticky top-0 z-20 flex h-bar shrink-0 items-center border-line border-b bg-paper px-5 max-md:px-1 print:hidden">
      <span className="md:hidden">
        <ListButton />
      </span>
      <h1 className="sr-only">{TITLES[shown]}</h1>
      <nav aria-label="Calendar" className="flex h-full min-w-0 gap-1">
        {TABS.map((at) => (
          <a
            key={at}
            href={pageHref(hrefOf({ at }))}
            aria-current={shown === at ? "page" : undefined}
            onClick={go(at)}
            className={cn(
              "flex h-full shrink-0 items-center border-transparent border-b-2 px-2 text-ink-2 -outline-offset-2 transition-colors hover:text-ink",
              shown === at && "border-ink font-medium text-ink",
            )}
          >
            {TITLES[at]}
          </a>
        ))}
      </nav>
    </header>
  );
}
