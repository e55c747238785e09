import type { CalendarOptions } from "@fullcalendar/react";

const focus =
  "outline-none focus-visible:outline-2 focus-visible:outline-ink focus-visible:-outline-offset-2";
const entry = `group/entry block min-w-0 rounded-in px-1.5 py-0.5 text-ink no-underline hover:bg-fill-hover ${focus}`;

/** FullCalendar options that style it with the design tokens instead of a theme. */
export const CALENDAR_LOOK = {
  className: "text-ui text-ink",
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
  rowEventClass: entry,
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
