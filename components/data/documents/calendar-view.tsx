"use client";

import FullCalendar, {
  type DateSelectInfo,
  type DatesSetInfo,
  type EventClickInfo,
  type EventDisplayInfo,
  useCalendarController,
} from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import list from "@fullcalendar/react/list";
import enGb from "@fullcalendar/react/locales/en-gb";
import timeGrid from "@fullcalendar/react/timegrid";
import "@fullcalendar/react/skeleton.css";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Temporal } from "temporal-polyfill";
import { useUndoKeys } from "@/components/grid/undo";
import { useTimeZone } from "@/components/kit/clock";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { useIsMobile } from "@/components/ui/use-mobile";
import { CalendarEntry, entryIn } from "./calendar-entry";
import { EVENTS_LOOK } from "./calendar-look";
import { EventDialog } from "./event-dialog";
import { isOfSeries, newTimes, type Shown, storedTimes, type Times, titleOf } from "./event-draft";
import type { OwnViewProps } from "./own-views";
import { ScopeDialog } from "./scope-dialog";
import { useAgendaStart } from "./use-agenda-start";
import { useCalendar } from "./use-calendar";
import { dayOfLink, useLinkedEvent } from "./use-linked-event";
import { WayBack } from "./way-back";

const TIME = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
const PLUGINS = [dayGrid, timeGrid, list, interaction];
const VIEWS = { month: "dayGridMonth", week: "timeGridWeek", agenda: "listMonth" } as const;
/** Seven days are too narrow there to be read. */
const VIEWS_OF_PHONE = { ...VIEWS, week: "timeGridDays" } as const;
const MORE_VIEWS = { timeGridDays: { type: "timeGrid", duration: { days: 3 } } } as const;
type View = keyof typeof VIEWS;
const isView = (value: string): value is View => Object.hasOwn(VIEWS, value);

type Moved = { shown: Shown; times: Times; revert: () => void };
type Dated = { start: Date | null; end: Date | null; startStr: string; endStr: string; allDay: boolean };
type Dropped = { event: Dated & { extendedProps: Record<string, unknown> }; revert: () => void };

/** The schedule as a calendar: by month, week or day after day. What is due of jobs stands beside it. */
export function CalendarView({ document, on, file, onGo, onTaken }: OwnViewProps) {
  const router = useRouter();
  const isPhone = useIsMobile();
  const timeZone = useTimeZone();
  const controller = useCalendarController();
  const [chosen, setChosen] = useState<View>();
  const view = chosen ?? (isPhone ? "agenda" : "month");
  const [title, setTitle] = useState("");
  const [drawn, setDrawn] = useState("");
  const [said, say] = useState("");
  const [open, setOpen] = useState<Shown | Times>();
  const [moved, setMoved] = useState<Moved>();
  const calendar = useCalendar(timeZone, say);
  const { edits } = calendar;
  const area = useRef<HTMLDivElement>(null);
  useUndoKeys(area, edits, true);
  const views = isPhone ? VIEWS_OF_PHONE : VIEWS;
  const days = useRef<HTMLDivElement>(null);
  const toToday = useAgendaStart(days, {
    ...{ isOn: drawn === VIEWS.agenda, span: title, entries: calendar.entries },
    today: Temporal.Now.plainDateISO(timeZone).toString(),
  });

  useLinkedEvent({ document, on }, calendar.entries, setOpen);
  const close = () => {
    setOpen(undefined);
    if (document !== undefined) onGo({ at: "documents", collection: "schedule" }, true);
  };
  const taken = useRef<File>(undefined);
  useEffect(() => {
    if (!file || taken.current === file) return;
    taken.current = file;
    onTaken();
    calendar.bring(file).catch((error) => say(`Nothing was imported. ${wordsOf(error)}`));
  }, [file, onTaken, calendar]);

  const click = ({ event, jsEvent }: EventClickInfo) => {
    const entry = entryIn(event);
    jsEvent.preventDefault();
    if ("job" in entry) router.push(entry.job.href);
    else setOpen(entry);
  };
  const select = (info: DateSelectInfo) => setOpen(timesOf(info));
  const move = (info: Dropped) => {
    const entry = entryIn(info.event);
    if ("job" in entry) return info.revert();
    const given: Moved = { shown: entry, times: timesOf(info.event), revert: info.revert };
    if (isOfSeries(entry)) setMoved(given);
    else void place(given, "this");
  };
  const place = async ({ shown, times, revert }: Moved, scope: "this" | "following" | "all") => {
    setMoved(undefined);
    try {
      await calendar.change(shown, scope, storedTimes(times));
      say(`“${titleOf(shown.event)}” moved`);
    } catch (error) {
      revert();
      say(`Not moved. ${wordsOf(error)}`);
    }
  };
  return (
    <div
      ref={area}
      className="flex min-h-0 flex-1 flex-col overflow-hidden bg-sheet md:mx-7 md:mb-7 md:rounded-sheet md:shadow-sheet"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 border-line border-b px-4 py-2.5 max-md:px-3">
        <div className="flex items-center">
          <IconButton label="Earlier" onClick={() => controller.prev()}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <Button
            variant="ghost"
            onClick={() => {
              controller.today();
              toToday();
            }}
          >
            Today
          </Button>
          <IconButton label="Later" onClick={() => controller.next()}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
        <h2 aria-live="polite" className="min-w-0 flex-1 truncate text-prose font-medium">
          {title}
        </h2>
        <ToggleGroup
          type="single"
          aria-label="Show"
          value={view}
          onValueChange={(value) => {
            if (!isView(value)) return;
            setChosen(value);
            controller.changeView(views[value]);
          }}
        >
          <ToggleGroupItem value="month">Month</ToggleGroupItem>
          <ToggleGroupItem value="week">{isPhone ? "3 days" : "Week"}</ToggleGroupItem>
          <ToggleGroupItem value="agenda">Agenda</ToggleGroupItem>
        </ToggleGroup>
        <div className="flex items-center gap-1">
          <WayBack edits={edits} onDone={calendar.reload} />
          <Button variant="outline" onClick={() => setOpen(newTimes(timeZone))}>
            <Plus aria-hidden />
            <span className="max-md:sr-only">New event</span>
          </Button>
        </div>
      </div>
      <div ref={days} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <FullCalendar
          key={isPhone ? "phone" : "desk"}
          {...EVENTS_LOOK}
          controller={controller}
          plugins={PLUGINS}
          locale={enGb}
          timeZone={timeZone}
          views={MORE_VIEWS}
          initialView={views[view]}
          initialDate={dayOfLink(on, timeZone)}
          headerToolbar={false}
          height={view === "agenda" ? "auto" : "100%"}
          firstDay={1}
          scrollTime="07:00:00"
          nowIndicator
          slotEventOverlap={false}
          dayMaxEvents
          eventOrder="rank,start,title"
          slotMinHeight={24}
          eventMinHeight={20}
          eventTimeFormat={TIME}
          slotHeaderFormat={TIME}
          noEventsText="Nothing takes place on these days."
          events={calendar.entries}
          eventInteractive
          editable
          eventResizableFromStart
          longPressDelay={400}
          selectable
          selectMirror
          eventContent={(info: EventDisplayInfo) => (
            <CalendarEntry entry={entryIn(info.event)} time={info.timeText} view={view} />
          )}
          eventClick={click}
          select={select}
          eventDrop={move}
          eventResize={move}
          datesSet={({ start, end, view }: DatesSetInfo) => {
            setTitle(view.title);
            setDrawn(view.type);
            calendar.show({ from: start.toISOString(), to: end.toISOString() });
          }}
        />
      </div>
      <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 border-line border-t px-4 text-meta text-ink-3">
        <span className="shrink-0">{timeZone.replaceAll("_", " ")}</span>
        {calendar.problem !== undefined && (
          <p role="alert" className="min-w-0 flex-1 py-2 text-danger wrap-anywhere">
            These days could not be read. {wordsOf(calendar.problem)}
          </p>
        )}
        {calendar.isCut && <p className="py-2">More takes place on these days than is shown.</p>}
        <span role="status" className="min-w-0 flex-1 py-2 wrap-anywhere">
          {said}
        </span>
      </footer>
      {open && (
        <EventDialog
          shown={open}
          timeZone={timeZone}
          onAdd={calendar.add}
          onChange={calendar.change}
          onDelete={calendar.remove}
          onClose={close}
        />
      )}
      {moved && (
        <ScopeDialog
          title={titleOf(moved.shown.event)}
          action="Move"
          onScope={(scope) => void place(moved, scope)}
          onClose={() => {
            moved.revert();
            setMoved(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Days as they are written, times as instants. */
function timesOf({ start, end, startStr, endStr, allDay }: Dated): Times {
  const instant = (at: Date) => at.toISOString().replace(/\.\d+Z$/, "Z");
  if (allDay || !start)
    return { start: startStr.slice(0, 10), end: endStr ? endStr.slice(0, 10) : null, allDay: true };
  return { start: instant(start), end: end && instant(end), allDay: false };
}
