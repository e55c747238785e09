import { ChevronLeft } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { BackLink } from "@/components/ui/kit/page/back-link";
import { hrefOf, type Place } from "./calendar-url";

const TABS = [
  ["events", "Calendar"],
  ["jobs", "Jobs"],
  ["contacts", "Contacts"],
] as const satisfies readonly (readonly [Place["at"], string])[];

type CalendarTabsProps = { shown: Place["at"]; onGo: (place: Place) => void };

export function CalendarTabs({ shown, onGo }: CalendarTabsProps) {
  const pageHref = usePageHref();
  const go = (at: Place["at"]) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onGo({ at });
  };
  return (
    <header className="flex h-bar shrink-0 items-center gap-5 px-7 max-md:justify-between max-md:gap-1 max-md:border-line max-md:border-b max-md:bg-paper max-md:px-1">
      <Button asChild variant="ghost" className="gap-1 px-2 font-normal text-ink-3 md:hidden">
        <BackLink>
          <ChevronLeft aria-hidden />
          Chat
        </BackLink>
      </Button>
      <h1 className="text-title font-strong max-md:sr-only">Calendar</h1>
      <nav aria-label="Views" className="flex gap-0.5">
        {TABS.map(([at, title]) => (
          <a
            key={at}
            href={pageHref(hrefOf({ at }))}
            aria-current={shown === at ? "page" : undefined}
            onClick={go(at)}
            className={cn(
              "flex h-7 items-center rounded-in px-2.5 text-ink-2 -outline-offset-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-11",
              shown === at && "bg-fill-press font-medium text-ink hover:bg-fill-press",
            )}
          >
            {title}
          </a>
        ))}
      </nav>
    </header>
  );
}
