import { useEffect, useRef } from "react";
import { Temporal } from "temporal-polyfill";
import { idText } from "../fields";
import type { Shown } from "./event-draft";

/** Only calendar events have `shown`; entries of jobs do not. */
type Entries = readonly { extendedProps: { shown?: Shown; rank: number } }[];

/**
 * Opens the event that the URL names once it is loaded. For a series, `on` selects the occurrence by its
 * start.
 */
export function useLinkedEvent(
  { document, on }: { document: string | undefined; on: string | undefined },
  entries: Entries,
  onOpen: (shown: Shown) => void,
): void {
  const opened = useRef<string>(undefined);
  useEffect(() => {
    const link = document === undefined ? undefined : `${document} ${on}`;
    if (link === undefined) opened.current = undefined;
    if (link === undefined || opened.current === link) return;
    const isMeant = ({ event, occurrence }: Shown) =>
      idText(event._id) === document && (on === undefined || occurrence.start === on);
    const meant = entries.find(({ extendedProps: { shown } }) => shown && isMeant(shown));
    if (!meant?.extendedProps.shown) return;
    opened.current = link;
    onOpen(meant.extendedProps.shown);
  }, [document, on, entries, onOpen]);
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
