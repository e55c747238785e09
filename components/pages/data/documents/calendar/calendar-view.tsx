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
import { useEffect, useRef, useState } from "react";
import { Temporal } from "temporal-polyfill";
import { useUndoKeys } from "@/components/draw/grid/undo";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/kit/clock";
import { useIsMobile } from "@/components/ui/use-mobile";
import { DocumentUndoButtons } from "../document-undo-buttons";
import type { OwnViewProps } from "../own-views";
import { ScopeDialog } from "../scope-dialog";
import { CalendarBar, VIEWS, type View } from "./calendar-bar";
import { CalendarEntry, entryIn } from "./calendar-entry";
import { EVENTS_LOOK } from "./calendar-look";
import { EventDialog } from "./event-dialog";
import { newTimes, type Shown, type Times, titleOf } from "./event-draft";
import { useAgendaStart } from "./use-agenda-start";
import { type Calendar, useCalendar } from "./use-calendar";
import { dayOfLink, useLinkedEvent } from "./use-linked-event";
import { timesOf, useMoving } from "./use-moving";

const TIME = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
const PLUGINS = [dayGrid, timeGrid, list, interaction];
/** Seven days are too narrow on a phone, so the week shows three. */
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
  eventOrder: "rank,-allDay,start,title",
  slotMinHeight: 24,
  eventMinHeight: 20,
  eventTimeFormat: TIME,
  slotHeaderFormat: TIME,
  noEventsText: "No events on these days.",
  eventInteractive: true,
  editable: true,
  eventResizableFromStart: true,
  longPressDelay: 400,
  selectable: true,
  selectMirror: true,
} as const;

export function CalendarView({ document, on, file, onGo, onTaken }: OwnViewProps) {
  const isPhone = useIsMobile();
  const timeZone = useTimeZone();
  const controller = useCalendarController();
  const [chosen, setChosen] = useState<View>();
  const view = chosen ?? (isPhone ? "agenda" : "month");
  const [title, setTitle] = useState("");
  const [drawn, setDrawn] = useState("");
  const [message, say] = useState("");
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

  const { open, setOpen, close, click } = useOpenEvent({ document, on, onGo }, calendar);
  useImported(file, onTaken, calendar, say);
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
        <DocumentUndoButtons edits={edits} onDone={calendar.reload} />
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
          select={(info: DateSelectInfo) => setOpen(timesOf(info))}
          eventDrop={move}
          eventResize={move}
          datesSet={({ start, end, view }: DatesSetInfo) => {
            setTitle(view.title);
            setDrawn(view.type);
            calendar.show({ from: start.toISOString(), to: end.toISOString() });
          }}
        />
      </div>
      <CalendarFoot timeZone={timeZone} calendar={calendar} message={message} />
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

/**
 * State of the event dialog. `open` is the event to show, or the start and end of a new event. A click on a
 * job navigates to that job instead of opening the dialog.
 */
function useOpenEvent(
  { document, on, onGo }: Pick<OwnViewProps, "document" | "on" | "onGo">,
  { entries }: Calendar,
) {
  const router = useRouter();
  const [open, setOpen] = useState<Shown | Times>();
  useLinkedEvent({ document, on }, entries, setOpen);
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
  return { open, setOpen, close, click };
}

type CalendarFootProps = { timeZone: string; calendar: Calendar; message: string };

function CalendarFoot({ timeZone, calendar: { problem, isCut }, message }: CalendarFootProps) {
  return (
    <footer className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 border-line border-t px-4 text-meta text-ink-3">
      <span className="shrink-0">{timeZone.replaceAll("_", " ")}</span>
      {problem !== undefined && (
        <p role="alert" className="min-w-0 flex-1 py-2 text-danger wrap-anywhere">
          Could not load these days. {failureText(problem)}
        </p>
      )}
      {isCut && <p className="py-2">There are more events on these days than shown.</p>}
      <span role="status" className="min-w-0 flex-1 py-2 wrap-anywhere">
        {message}
      </span>
    </footer>
  );
}

function useImported(
  file: File | undefined,
  onTaken: () => void,
  calendar: Calendar,
  say: (message: string) => void,
): void {
  const taken = useRef<File>(undefined);
  useEffect(() => {
    if (!file || taken.current === file) return;
    taken.current = file;
    onTaken();
    calendar.bring(file).catch((error) => say(`Nothing was imported. ${failureText(error)}`));
  }, [file, onTaken, calendar, say]);
}
