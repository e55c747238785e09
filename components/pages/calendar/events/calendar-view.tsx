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
import { failureText } from "@/components/client/failure";
import { useRouter } from "@/components/ui/kit/agent-base";
import "@fullcalendar/react/skeleton.css";
import { Plus } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useUndoKeys } from "@/components/draw/grid/undo";
import { DocumentUndoButtons } from "@/components/pages/data/documents/document-undo-buttons";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useTimeZone } from "@/components/ui/kit/clock";
import { useIsMobile } from "@/components/ui/use-mobile";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import type { Place } from "../calendar-url";
import { CalendarsButton } from "../calendars/calendars-button";
import { useRefusals } from "../calendars/use-calendars";
import { CalendarBar, type View } from "./calendar-bar";
import { CalendarEntry, colorIn, type Entry, entryIn } from "./calendar-entry";
import { CalendarFoot, type Said } from "./calendar-foot";
import { germanCalendar } from "./calendar-locale";
import { EVENTS_LOOK } from "./calendar-look";
import { CalendarMenu } from "./calendar-menu";
import { EventDialog } from "./event-dialog";
import { newTimes, type Shown, type Times, titleOf } from "./event-draft";
import { ScopeDialog } from "./scope-dialog";
import { type Calendar, useCalendar } from "./use-calendar";
import { dayOfLink, useLinkedEvent } from "./use-linked-event";
import { useMoveKeys } from "./use-move-keys";
import { timesOf, useMoving } from "./use-moving";

const TIME = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
const DAYS = { day: "numeric", month: "short", year: "numeric" } as const;
const PLUGINS = [dayGrid, timeGrid, list, interaction];
/** The week and the agenda begin today, so that the next days are always in view. */
const SPANS = {
  timeGridSevenDays: { type: "timeGrid", duration: { days: 7 }, titleFormat: DAYS },
  timeGridThreeDays: { type: "timeGrid", duration: { days: 3 }, titleFormat: DAYS },
  listThirtyDays: {
    ...{ type: "list", duration: { days: 30 }, titleFormat: DAYS },
    eventOrder: "-allDay,start,rank,title",
  },
} as const;
const VIEWS = { week: "timeGridSevenDays", month: "dayGridMonth", agenda: "listThirtyDays" } as const;
/** Seven days are too narrow on a phone. */
const VIEWS_OF_PHONE = { ...VIEWS, week: "timeGridThreeDays" } as const;
const ALWAYS = {
  plugins: PLUGINS,
  views: SPANS,
  headerToolbar: false,
  firstDay: 1,
  scrollTime: "07:00:00",
  nowIndicator: true,
  slotEventOverlap: false,
  dayMaxEvents: true,
  eventOrder: "rank,-allDay,start,title",
  slotMinHeight: 24,
  eventMinHeight: 20,
  eventTimeFormat: TIME,
  slotHeaderFormat: TIME,
  eventInteractive: true,
  editable: true,
  eventResizableFromStart: true,
  longPressDelay: 400,
  selectable: true,
  selectMirror: true,
} as const;

type CalendarViewProps = {
  /** The `_id` text of the open event. */
  event: string | undefined;
  /** Start of the occurrence to open if the event is a recurring one. */
  on: string | undefined;
  onGo: (place: Place, isReplacing?: boolean) => void;
};

export function CalendarView({ event, on, onGo }: CalendarViewProps) {
  const isPhone = useIsMobile();
  const timeZone = useTimeZone();
  const controller = useCalendarController();
  const [chosen, setChosen] = useState<View>();
  const view = chosen ?? (isPhone ? "agenda" : "week");
  const [title, setTitle] = useState("");
  const [said, setSaid] = useState<Said>({ text: "", canUndo: false });
  const say = useCallback((text: string, canUndo = false) => setSaid({ text, canUndo }), []);
  const calendar = useCalendar(timeZone, say);
  const { edits } = calendar;
  const refused = new Set(useRefusals().flatMap(({ documents }) => documents));
  const isRefused = (entry: Entry) => "event" in entry && refused.has(JSON.stringify(entry.event._id));
  const area = useRef<HTMLDivElement>(null);
  useReachableHours(area, `${view} ${title}`);
  useUndoKeys(area, edits, true);
  const views = isPhone ? VIEWS_OF_PHONE : VIEWS;
  const isLaidOut = useIsLaidOut();
  const { open, setOpen, close, click } = useOpenEvent({ event, on, onGo }, calendar);
  const { moved, move, moveTo, place, putBack } = useMoving(calendar, timeZone, say);
  const onKeyDown = useMoveKeys(area, calendar.entries, timeZone, moveTo);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the events inside
    <div
      ref={area}
      onKeyDown={onKeyDown}
      className="group/calendar flex min-h-0 flex-1 flex-col overflow-hidden bg-sheet md:mx-7 md:mt-4 md:mb-7 md:rounded-sheet md:shadow-sheet"
    >
      <CalendarBar
        title={title}
        view={view}
        isPhone={isPhone}
        onEarlier={() => controller.prev()}
        onToday={() => controller.today()}
        onLater={() => controller.next()}
        onView={(chosen) => {
          setChosen(chosen);
          controller.changeView(views[chosen]);
        }}
      >
        <DocumentUndoButtons edits={edits} onDone={calendar.reload} />
        <Button variant="outline" onClick={() => setOpen(newTimes(timeZone))}>
          <Plus aria-hidden />
          <span className="max-md:sr-only">{t("newEvent")}</span>
        </Button>
        <CalendarsButton isWide />
        <CalendarMenu
          onFile={(file) =>
            void calendar
              .bring(file)
              .catch((error) => say(calendarText("notImported", { error: failureText(error) })))
          }
        />
      </CalendarBar>
      <div className={cn("min-h-0 flex-1 overflow-y-auto overscroll-contain", !isLaidOut && "invisible")}>
        <FullCalendar
          key={isPhone ? "phone" : "desk"}
          {...ALWAYS}
          {...EVENTS_LOOK}
          locale={germanCalendar() ?? enGb}
          controller={controller}
          timeZone={timeZone}
          initialView={views[view]}
          initialDate={dayOfLink(on, timeZone)}
          height={view === "agenda" ? "auto" : "100%"}
          timedText={t("timed")}
          noEventsText={calendar.isLoaded ? t("noEvents") : ""}
          events={calendar.entries}
          eventContent={(info: EventDisplayInfo) => (
            <CalendarEntry
              id={info.event.id}
              entry={entryIn(info.event)}
              time={info.timeText}
              view={view}
              color={colorIn(info.event)}
              isRefused={isRefused(entryIn(info.event))}
            />
          )}
          eventClick={click}
          select={(info: DateSelectInfo) => setOpen(timesOf(info))}
          eventDrop={move}
          eventResize={move}
          datesSet={({ start, end, view }: DatesSetInfo) => {
            setTitle(view.title);
            calendar.show({ from: start.toISOString(), to: end.toISOString() });
          }}
        />
      </div>
      <CalendarFoot timeZone={timeZone} calendar={calendar} said={said} say={say} />
      {open && (
        <EventDialog
          shown={open}
          timeZone={timeZone}
          calendars={calendar.calendars}
          onAdd={calendar.add}
          onChange={calendar.change}
          onDelete={calendar.remove}
          onClose={close}
        />
      )}
      {moved && (
        <ScopeDialog
          title={titleOf(moved.shown.event)}
          action={t("move")}
          onScope={(scope) => void place(moved, scope)}
          onClose={putBack}
        />
      )}
    </div>
  );
}

/** False during the first frames, in which FullCalendar measures its parts and moves them. */
function useIsLaidOut(): boolean {
  const [isLaidOut, setLaidOut] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setLaidOut(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isLaidOut;
}

/** Lets the keyboard scroll hours that contain no event: their first cell takes the focus. */
function useReachableHours(area: RefObject<HTMLElement | null>, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view or span has other elements
  useEffect(() => {
    for (const part of area.current?.querySelectorAll<HTMLElement>("div") ?? []) {
      if (!/auto|scroll/.test(part.style.overflow) || part.querySelector("a[href], [tabindex]")) continue;
      const cell = part.querySelector<HTMLElement>("[role=cell], [role=rowheader]");
      if (cell) cell.tabIndex = 0;
    }
  }, [area, shown]);
}

/**
 * State of the event dialog. `open` is the event to show, or the start and end of a new event. A click on a
 * job navigates to that job instead of opening the dialog.
 */
function useOpenEvent({ event, on, onGo }: CalendarViewProps, { entries }: Calendar) {
  const router = useRouter();
  const [open, setOpen] = useState<Shown | Times>();
  useLinkedEvent({ event, on }, entries, setOpen);
  const close = () => {
    setOpen(undefined);
    if (event !== undefined) onGo({ at: "events" }, true);
  };
  const click = ({ event, jsEvent }: EventClickInfo) => {
    const entry = entryIn(event);
    // The browser opens the link of a job in another tab.
    if ("job" in entry && (jsEvent.metaKey || jsEvent.ctrlKey || jsEvent.shiftKey)) return;
    jsEvent.preventDefault();
    if ("job" in entry) router.push(entry.job.href);
    else setOpen(entry);
  };
  return { open, setOpen, close, click };
}
