import { useEffect, useRef } from "react";
import { Temporal } from "temporal-polyfill";
import { idText } from "@/components/pages/data/documents/fields";
import type { Shown } from "./event-draft";

/** Only calendar events have `shown`; entries of jobs do not. */
type Entries = readonly { extendedProps: { shown?: Shown; rank: number } }[];

/**
 * Opens the event that the URL names once it is loaded. For a series, `on` selects the occurrence by its
 * start.
 */
export function useLinkedEvent(
  { event: wanted, on }: { event: string | undefined; on: string | undefined },
  entries: Entries,
  onOpen: (shown: Shown) => void,
): void {
  const opened = useRef<string>(undefined);
  useEffect(() => {
    const link = wanted === undefined ? undefined : `${wanted} ${on}`;
    if (link === undefined) opened.current = undefined;
    if (link === undefined || opened.current === link) return;
    const isMeant = ({ event, occurrence }: Shown) =>
      idText(event._id) === wanted && (on === undefined || occurrence.start === on);
    const meant = entries.find(({ extendedProps: { shown } }) => shown && isMeant(shown));
    if (!meant?.extendedProps.shown) return;
    opened.current = link;
    onOpen(meant.extendedProps.shown);
  }, [wanted, on, entries, onOpen]);
}

/** Returns the day of a time that a URL contains, or undefined if it is invalid. */
export function dayOfLink(on: string | undefined, timeZone: string): string | undefined {
  if (on === undefined) return undefined;
  try {
    return on.includes("T")
      ? Temporal.Instant.from(on).toZonedDateTimeISO(timeZone).toPlainDate().toString()
      : Temporal.PlainDate.from(on).toString();
  } catch {
    return undefined;
  }
}
