import { useEffect, useRef } from "react";
import { Temporal } from "temporal-polyfill";
import { idText } from "../fields";
import type { Shown } from "./event-draft";

/** Events, and jobs, which stand for none. */
type Entries = readonly { extendedProps: { shown?: Shown; rank: number } }[];

/** Opens the event that an address names, of a series the time that it names, once that is among what is shown. */
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

/** The day of a time in an address; undefined where it is none. */
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
