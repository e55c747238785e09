"use client";

import { useQuery } from "@tanstack/react-query";
import { Repeat } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { isAboutDocuments } from "@/components/pages/data/documents/api";
import { idText } from "@/components/pages/data/documents/fields";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { useTimeZone } from "@/components/ui/kit/clock";
import { Skeleton } from "@/components/ui/skeleton";
import type { ContactEvents as Events } from "@/lib/shared/calendar";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarContacts";
import { t as common } from "@/lib/shared/i18n/en/common";
import { formatTag } from "@/lib/shared/i18n/locale";
import { hrefOf, type Place } from "../calendar-url";
import { readContactEvents } from "../events/calendar-api";

type Event = Events["events"][number];

type ContactEventsProps = {
  id: string;
  onGo: (place: Place) => void;
};

export function ContactEvents({ id, onGo }: ContactEventsProps) {
  const timeZone = useTimeZone();
  const { data, error, refetch } = useQuery({
    queryKey: ["contact-events", id, timeZone],
    queryFn: ({ signal }) => readContactEvents(id, timeZone, signal),
    meta: { outdatedBy: isAboutDocuments("schedule") },
  });
  const more = data ? data.total - data.events.length : 0;
  return (
    <section aria-labelledby="contact-events" className="mt-6 border-line border-t pt-5">
      <h3 id="contact-events" className="pb-2 font-medium">
        {t("events")}
      </h3>
      {data ? (
        data.total === 0 && <p className="text-ink-3">{t("noEvents")}</p>
      ) : error ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="alert" className="text-danger wrap-anywhere">
            {calendarText("notLoaded", { error: failureText(error) })}
          </p>
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            {common("tryAgain")}
          </Button>
        </div>
      ) : (
        <Skeleton className="h-16" />
      )}
      {data && data.total > 0 && (
        <ul aria-labelledby="contact-events" className="-mx-2">
          {data.events.map((event) => (
            <li key={idText(event.id)}>
              <EventLink event={event} timeZone={timeZone} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="pt-1 text-meta text-ink-3">{calendarText("more", { count: more })}</p>}
    </section>
  );
}

function EventLink({ event, timeZone, onGo }: { event: Event; timeZone: string; onGo: (to: Place) => void }) {
  const { id, title, start, allDay, isSeries, isOver, isCancelled } = event;
  const pageHref = usePageHref();
  const to: Place = { at: "events", event: idText(id), on: start };
  return (
    <a
      href={pageHref(hrefOf(to))}
      onClick={(click) => {
        if (click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0) return;
        click.preventDefault();
        onGo(to);
      }}
      className="flex min-h-9 items-center gap-x-4 rounded-in px-2 py-1.5 -outline-offset-2 transition-colors hover:bg-fill-hover max-md:min-h-11 max-md:flex-wrap"
    >
      <time
        dateTime={start}
        className={cn(
          "w-44 shrink-0 text-meta tabular-nums max-md:w-full",
          isOver ? "text-ink-3" : "text-ink-2",
        )}
      >
        {formatStart(start, allDay, timeZone)}
      </time>
      <span
        className={cn("min-w-0 flex-1 wrap-anywhere", isOver && "text-ink-2", isCancelled && "line-through")}
      >
        {title}
        {isCancelled && <span className="sr-only">, {calendarText("cancelled")}</span>}
        {isOver && <span className="sr-only">, {t("over")}</span>}
      </span>
      {isSeries && <Repeat aria-label={calendarText("repeats")} className="size-3 shrink-0 text-ink-3" />}
    </a>
  );
}

/** Formats a start such as "Tue, 24 Nov 2026, 09:00". All-day dates are not converted to the zone. */
function formatStart(start: string, allDay: boolean, timeZone: string): string {
  const day = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
  const style = allDay
    ? { ...day, timeZone: "UTC" }
    : ({ ...day, hour: "2-digit", minute: "2-digit", timeZone } as const);
  return new Intl.DateTimeFormat(formatTag(), style).format(new Date(start));
}
