import type { ComponentType } from "react";
import { later } from "@/components/ui/later";
import type { Place } from "../data-url";

export type OwnViewProps = {
  /** The `_id` of the document that is open, as text. */
  document: string | undefined;
  /** Of an event, the start of the time that is meant. */
  on: string | undefined;
  onGo: (place: Place, isReplacing?: boolean) => void;
  /** What was chosen to be imported, until the view has taken it. */
  file: File | undefined;
  onTaken: () => void;
};

export type OwnView = {
  label: string;
  View: ComponentType<OwnViewProps>;
  /** Kinds of files that it imports besides JSON and CSV: it imports them all. */
  accept: string;
  /** Formats in which the collection goes out besides JSON and CSV. */
  formats: readonly { format: string; label: string; ending: string }[];
  /** What else its menu leads to. */
  more?: { label: string; Dialog: ComponentType<{ onClose: () => void }> };
};

/** The view that a collection has of its own, which is shown first; one line each. */
export const OWN_VIEWS: Partial<Record<string, OwnView>> = {
  contacts: {
    label: "Cards",
    View: later(() => import("./contacts/contacts-view").then((module) => module.ContactsView)),
    accept: ".vcf,.vcard,text/vcard,text/x-vcard",
    formats: [
      { format: "vcard3", label: "vCard 3.0", ending: "vcf" },
      { format: "vcard4", label: "vCard 4.0", ending: "vcf" },
    ],
  },
  schedule: {
    label: "Calendar",
    View: later(() => import("./calendar/calendar-view").then((module) => module.CalendarView)),
    accept: ".ics,text/calendar",
    formats: [{ format: "icalendar", label: "iCalendar", ending: "ics" }],
    more: {
      label: "Subscribe…",
      Dialog: later(() => import("./calendar/subscribe-dialog").then((module) => module.SubscribeDialog)),
    },
  },
};
