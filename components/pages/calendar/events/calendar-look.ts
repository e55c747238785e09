import type { CalendarOptions } from "@fullcalendar/react";
import { EDGES } from "../calendars/use-calendars";

/** The outline of the focus lies inside, because the calendar clips what is outside. */
const focus = "-outline-offset-2";
const entry = `group/entry block min-w-0 rounded-in px-1.5 py-0.5 text-ink no-underline hover:bg-fill-hover ${focus}`;
// Opaque, so that covered events do not show through.
const solid = "bg-sheet bg-linear-to-b from-fill-press to-fill-press";
const bar = `group/entry min-w-0 relative overflow-hidden rounded-in border-l-2 text-ink ${solid} ${focus}`;
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
const edgeOf = ({ event }: Parameters<Generator>[0]) => EDGES[Number(event.extendedProps.color)] ?? EDGES[0];

/** FullCalendar options that style it with the design tokens. Jobs are less prominent than events. */
export const EVENTS_LOOK = {
  className: "h-full text-ui text-ink",
  eventClass: (info) => (isJob(info) ? "" : "cursor-pointer"),
  rowEventClass: (info) =>
    isJob(info) ? "block min-w-0 rounded-in px-1.5" : `${bar} ${edgeOf(info)} block px-1.5 py-0.5`,
  columnEventClass: (info) =>
    isJob(info)
      ? "min-w-0 overflow-hidden rounded-in px-1.5"
      : `${bar} ${edgeOf(info)} px-[clamp(2px,8%,6px)] py-0.5 max-md:px-1 shadow-[0_0_0_1px_var(--sheet)]`,
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
  viewClass: "border-line",
  dayHeaderRowClass: "border border-line",
  dayHeaderAlign: "start",
  dayHeaderClass: "border border-line",
  dayHeaderInnerClass: (info) =>
    `px-2 py-1.5 text-meta ${info.isToday ? "font-medium text-ink" : "text-ink-3"}`,
  dayRowClass: "border border-line",
  dayCellClass: (info) =>
    `border border-line ${info.isToday ? "bg-fill-hover" : ""} ${info.isOther ? "bg-paper" : ""}`,
  dayCellTopClass: "flex justify-start",
  dayCellTopInnerClass: (info) =>
    `px-2 pt-1.5 text-meta tabular-nums ${info.isToday ? "font-medium text-ink" : "text-ink-3"}`,
  dayCellInnerClass: "px-0.5",
  dayCellBottomClass: "min-h-1",
  listItemEventClass: (info) => `${entry} ${info.view.type.startsWith("list") ? "mx-1.5 phone:py-2.5" : ""}`,
  listItemEventBeforeClass: "hidden",
  rowMoreLinkClass: `block rounded-in px-1.5 py-0.5 text-meta text-ink-3 hover:bg-fill-hover hover:text-ink ${focus}`,
  popoverClass: "z-50 min-w-60 rounded-in border border-line bg-float p-1 shadow-float",
  popoverCloseClass: `absolute top-1.5 right-1.5 rounded-in px-1.5 text-ink-3 hover:text-ink ${focus}`,
  popoverCloseContent: "×",
  listDayClass: "border-line pb-1.5 not-first:border-t",
  listDayHeaderClass: "sticky top-0 z-10 flex items-baseline justify-between gap-3 bg-sheet px-3 pt-3 pb-1",
  listDayHeaderInnerClass: "text-meta text-ink-3",
  noEventsClass: "px-3 py-8 text-center text-ink-3",
} satisfies CalendarOptions;
