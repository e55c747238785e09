"use client";

import FullCalendar, {
  type DatesSetInfo,
  type EventClickInfo,
  type EventDisplayInfo,
  useCalendarController,
} from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import list from "@fullcalendar/react/list";
import enGb from "@fullcalendar/react/locales/en-gb";
import { failureText } from "@/components/client/failure";
import { useRouter } from "@/components/ui/kit/agent-base";
import "@fullcalendar/react/skeleton.css";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { useTimeZone } from "@/components/ui/kit/clock";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { useIsMobile } from "@/components/ui/use-mobile";
import type { Span } from "./api";
import { type CalendarEntry, entriesOf } from "./calendar-entries";
import { CALENDAR_LOOK } from "./calendar-look";
import { StatusMark } from "./status-mark";
import { useSchedule } from "./use-schedule";

const TIME = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
const PLUGINS = [dayGrid, list];
const VIEWS = { week: "dayGridWeek", month: "dayGridMonth" } as const;
const AGENDA = "listWeek";
const BY_VIEW = {
  // A phone has no space for the year.
  [AGENDA]: { titleFormat: { day: "numeric", month: "short" } },
  // Minimum height of the placeholder, so that the page does not shift when the calendar loads.
  [VIEWS.week]: { dayRowClass: `${CALENDAR_LOOK.dayRowClass} min-h-59.75` },
} as const;
type View = keyof typeof VIEWS;

type CalendarProps = {
  /** The current week, used until the calendar reports its span. */
  first: Span;
  onJob: (id: string) => void;
};

export function Calendar({ first, onJob }: CalendarProps) {
  const router = useRouter();
  const isPhone = useIsMobile();
  const timeZone = useTimeZone();
  const controller = useCalendarController();
  const [view, setView] = useState<View>("week");
  const [{ span, title }, setShown] = useState({ span: first, title: "" });
  const { schedule, error, reload } = useSchedule(span);
  const events = useMemo(
    () =>
      (schedule ? entriesOf(schedule, timeZone) : []).map((entry) => ({
        id: entry.id,
        title: entry.name,
        start: entry.at,
        allDay: entry.count > 1,
        url: entry.href,
        extendedProps: { entry },
      })),
    [schedule, timeZone],
  );
  const open = ({ jsEvent, event }: EventClickInfo) => {
    if (jsEvent.metaKey || jsEvent.ctrlKey || jsEvent.shiftKey || jsEvent.altKey) return;
    jsEvent.preventDefault();
    const { jobId, href } = entryOf(event);
    if (href.startsWith("/schedule/")) onJob(jobId);
    else router.push(href);
  };
  return (
    <section aria-label="Calendar" className="min-w-0 md:min-h-80 rounded-sheet bg-sheet shadow-sheet">
      <CalendarHeader
        title={title}
        controller={controller}
        view={isPhone ? undefined : view}
        onView={(next) => {
          setView(next);
          controller.changeView(VIEWS[next]);
        }}
      />
      {error && (
        <div className="flex flex-wrap items-center gap-3 px-4 pb-3">
          <p role="alert">Could not load these days. {failureText(error)}</p>
          <Button variant="outline" size="sm" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {schedule?.isCut && (
        <p className="px-4 pb-2 text-meta text-ink-3">More is due on these days than shown.</p>
      )}
      <div className="border-line border-t">
        <FullCalendar
          // Remount the calendar when it switches between agenda and grid, because they show different spans.
          key={isPhone ? "agenda" : "grid"}
          {...CALENDAR_LOOK}
          controller={controller}
          plugins={PLUGINS}
          locale={enGb}
          timeZone={timeZone}
          initialView={isPhone ? AGENDA : VIEWS[view]}
          views={BY_VIEW}
          headerToolbar={false}
          height="auto"
          firstDay={1}
          dayMaxEvents={view === "month" ? 4 : 12}
          eventDisplay="list-item"
          eventOrder="start,title"
          eventTimeFormat={TIME}
          // A run has no duration in the calendar. One second keeps a run just before midnight on its day.
          defaultTimedEventDuration="00:00:01"
          noEventsText="Nothing was or is due on these days."
          events={events}
          eventContent={(info: EventDisplayInfo) => (
            <EntryView entry={entryOf(info.event)} time={info.timeText} />
          )}
          eventClick={open}
          datesSet={({ start, end, view }: DatesSetInfo) =>
            setShown({ span: { from: start.toISOString(), to: end.toISOString() }, title: view.title })
          }
        />
      </div>
    </section>
  );
}

type CalendarHeaderProps = {
  title: string;
  controller: ReturnType<typeof useCalendarController>;
  /** Undefined if the view cannot be changed. */
  view: View | undefined;
  onView: (view: View) => void;
};

function CalendarHeader({ title, controller, view, onView }: CalendarHeaderProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-2 px-4 pt-3 pb-2">
      <h2 aria-live="polite" className="min-w-0 flex-1 truncate text-prose font-medium">
        {title}
      </h2>
      {view && (
        <ToggleGroup
          type="single"
          aria-label="Show"
          value={view}
          onValueChange={(value) => {
            if (value === "week" || value === "month") onView(value);
          }}
        >
          <ToggleGroupItem value="week">Week</ToggleGroupItem>
          <ToggleGroupItem value="month">Month</ToggleGroupItem>
        </ToggleGroup>
      )}
      <div className="flex items-center">
        <IconButton label="Earlier" onClick={() => controller.prev()}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <Button variant="ghost" onClick={() => controller.today()}>
          Today
        </Button>
        <IconButton label="Later" onClick={() => controller.next()}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
    </header>
  );
}

const entryOf = (event: { extendedProps: Record<string, unknown> }): CalendarEntry =>
  event.extendedProps.entry as CalendarEntry;

function EntryView({ entry, time }: { entry: CalendarEntry; time: string }) {
  const { name, status, count, about } = entry;
  const isPale = status === "skipped" || status === "missed";
  return (
    <span title={`${name}: ${about}`} className="flex min-w-0 items-center gap-1.5 leading-5">
      <StatusMark status={status} />
      {count === 1 && <span className="shrink-0 text-meta text-ink-3 tabular-nums">{time}</span>}
      <span className={cn("min-w-0 flex-1 truncate", isPale && "text-ink-3 line-through")}>{name}</span>
      {count > 1 && <span className="shrink-0 text-meta text-ink-3 tabular-nums">{count}×</span>}
      <span className="sr-only">, {about}</span>
    </span>
  );
}
