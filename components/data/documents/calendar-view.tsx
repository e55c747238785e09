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
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Temporal } from "temporal-polyfill";
import { useUndoKeys } from "@/components/grid/undo";
import { useTimeZone } from "@/components/kit/clock";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import { useIsMobile } from "@/components/ui/use-mobile";
import { CalendarBar, VIEWS, type View } from "./calendar-bar";
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
/** Seven days are too narrow there to be read. */
const VIEWS_OF_PHONE = { ...VIEWS, week: "timeGridDays" } as const;
const MORE_VIEWS = { timeGridDays: { type: "timeGrid", duration: { days: 3 } } } as const;
const ALWAYS = {
  plugins: PLUGINS,
  views: MORE_VIEWS,
  locale: enGb,
  headerToolbar: false,
  firstDay: 1,
  scrollTime: "07:00:00",
  nowIndicator: true,
  slotEventOverlap: false,
  dayMaxEvents: true,
  eventOrder: "rank,start,title",
  slotMinHeight: 24,
  eventMinHeight: 20,
  eventTimeFormat: TIME,
  slotHeaderFormat: TIME,
  noEventsText: "Nothing takes place on these days.",
  eventInteractive: true,
  editable: true,
  eventResizableFromStart: true,
  longPressDelay: 400,
  selectable: true,
  selectMirror: true,
} as const;

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
  useImported(file, onTaken, calendar, say);
  const close = () => {
    setOpen(undefined);
    if (document !== undefined) onGo({ at: "documents", collection: "schedule" }, true);
  };
  const click = ({ event, jsEvent }: EventClickInfo) => {
    const entry = entryIn(event);
    jsEvent.preventDefault();
    if ("job" in entry) router.push(entry.job.href);
    else setOpen(entry);
  };
  const select = (info: DateSelectInfo) => setOpen(timesOf(info));
  const { moved, move, place, putBack } = useMoving(calendar, say);
  return (
    <div
      ref={area}
      className="flex min-h-0 flex-1 flex-col overflow-hidden bg-sheet md:mx-7 md:mb-7 md:rounded-sheet md:shadow-sheet"
    >
      <CalendarBar
        title={title}
        view={view}
        isPhone={isPhone}
        onEarlier={() => controller.prev()}
        onToday={() => {
          controller.today();
          toToday();
        }}
        onLater={() => controller.next()}
        onView={(chosen) => {
          setChosen(chosen);
          controller.changeView(views[chosen]);
        }}
      >
        <WayBack edits={edits} onDone={calendar.reload} />
        <Button variant="outline" onClick={() => setOpen(newTimes(timeZone))}>
          <Plus aria-hidden />
          <span className="max-md:sr-only">New event</span>
        </Button>
      </CalendarBar>
      <div ref={days} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <FullCalendar
          key={isPhone ? "phone" : "desk"}
          {...ALWAYS}
          {...EVENTS_LOOK}
          controller={controller}
          timeZone={timeZone}
          initialView={views[view]}
          initialDate={dayOfLink(on, timeZone)}
          height={view === "agenda" ? "auto" : "100%"}
          events={calendar.entries}
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
          onClose={putBack}
        />
      )}
    </div>
  );
}

type Calendar = ReturnType<typeof useCalendar>;

/** Events that are dragged or resized; of a series, once it is said which of its events are meant. */
function useMoving(calendar: Calendar, say: (words: string) => void) {
  const [moved, setMoved] = useState<Moved>();
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
  const move = (info: Dropped) => {
    const entry = entryIn(info.event);
    if ("job" in entry) return info.revert();
    const given: Moved = { shown: entry, times: timesOf(info.event), revert: info.revert };
    if (isOfSeries(entry)) setMoved(given);
    else void place(given, "this");
  };
  const putBack = () => {
    moved?.revert();
    setMoved(undefined);
  };
  return { moved, move, place, putBack };
}

/** A file that the page was given, imported once. */
function useImported(
  file: File | undefined,
  onTaken: () => void,
  calendar: Calendar,
  say: (words: string) => void,
): void {
  const taken = useRef<File>(undefined);
  useEffect(() => {
    if (!file || taken.current === file) return;
    taken.current = file;
    onTaken();
    calendar.bring(file).catch((error) => say(`Nothing was imported. ${wordsOf(error)}`));
  }, [file, onTaken, calendar, say]);
}

/** Days as they are written, times as instants. */
function timesOf({ start, end, startStr, endStr, allDay }: Dated): Times {
  const instant = (at: Date) => at.toISOString().replace(/\.\d+Z$/, "Z");
  if (allDay || !start)
    return { start: startStr.slice(0, 10), end: endStr ? endStr.slice(0, 10) : null, allDay: true };
  return { start: instant(start), end: end && instant(end), allDay: false };
}
