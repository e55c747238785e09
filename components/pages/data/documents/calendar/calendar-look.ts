import type { CalendarOptions } from "@fullcalendar/react";
import { CALENDAR_LOOK } from "@/components/pages/schedule/calendar-look";

const focus =
  "outline-none focus-visible:outline-2 focus-visible:outline-ink focus-visible:-outline-offset-2";
// Opaque, so that covered events do not show through.
const solid = "bg-sheet bg-linear-to-b from-fill-press to-fill-press";
const bar = `group/entry min-w-0 relative overflow-hidden rounded-in border-l-2 border-ink-3 text-ink ${solid} ${focus}`;
/**
 * Style of resize handles. With a mouse, any point of the edge is a handle. On touch screens, a selected
 * event shows visible handles.
 */
const grip = "absolute after:absolute after:rounded-full after:bg-ink-2";
const sideGrip = `${grip} inset-y-0 after:inset-y-1 after:w-1`;
const endGrip = `${grip} inset-x-0 after:inset-x-0 after:mx-auto after:h-1 after:w-6`;
const wide = (isSelected: boolean, size: string, narrow: string) =>
  isSelected ? size : `${narrow} after:hidden`;
type Generator = Extract<CalendarOptions["eventClass"], (...args: never[]) => unknown>;
const isJob = ({ event }: Parameters<Generator>[0]) => event.extendedProps.job !== undefined;

/**
 * FullCalendar options for the week with hours: the look of the schedule page, with jobs less prominent than
 * events.
 */
export const EVENTS_LOOK = {
  ...CALENDAR_LOOK,
  className: "h-full text-ui text-ink",
  eventClass: (info) => (isJob(info) ? "" : "cursor-pointer"),
  rowEventClass: (info) => (isJob(info) ? "block min-w-0 rounded-in px-1.5" : `${bar} block px-1.5 py-0.5`),
  columnEventClass: (info) =>
    isJob(info)
      ? "min-w-0 overflow-hidden rounded-in px-1.5"
      : `${bar} px-[clamp(2px,8%,6px)] py-0.5 max-md:px-1 shadow-[0_0_0_1px_var(--sheet)]`,
  rowEventBeforeClass: ({ isStartResizable, isSelected }) =>
    isStartResizable ? `${sideGrip} left-0 after:left-0.5 ${wide(isSelected, "w-4", "w-1.5")}` : "",
  rowEventAfterClass: ({ isEndResizable, isSelected }) =>
    isEndResizable ? `${sideGrip} right-0 after:right-0.5 ${wide(isSelected, "w-4", "w-1.5")}` : "",
  columnEventBeforeClass: ({ isStartResizable, isSelected }) =>
    isStartResizable ? `${endGrip} top-0 after:top-0.5 ${wide(isSelected, "h-3", "h-1")}` : "",
  columnEventAfterClass: ({ isEndResizable, isSelected }) =>
    isEndResizable ? `${endGrip} bottom-0 after:bottom-0.5 ${wide(isSelected, "h-3", "h-1.5")}` : "",
  slotLaneClass: "border border-line",
  slotHeaderInnerClass: "px-2 text-meta text-ink-3 tabular-nums",
  dayLaneClass: (info) => `border border-line ${info.isToday ? "bg-fill-hover" : ""}`,
  allDayHeaderInnerClass: "px-2 py-1 text-meta text-ink-3",
  allDayDividerClass: "border-b border-line",
  highlightClass: "bg-fill-press",
  nowIndicatorLineClass: "border-t-2 border-danger",
} satisfies CalendarOptions;
