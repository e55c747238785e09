import type { ComponentType } from "react";
import { later } from "@/components/ui/later";
import type { Place } from "../data-url";

export type OwnViewProps = {
  /** The `_id` text of the open document. */
  document: string | undefined;
  /** Start of the occurrence to open if the document is a recurring event. */
  on: string | undefined;
  onGo: (place: Place, isReplacing?: boolean) => void;
  /** A file that the user chose to import. The view calls `onTaken` when it has started the import. */
  file: File | undefined;
  onTaken: () => void;
};

export type OwnView = {
  label: string;
  View: ComponentType<OwnViewProps>;
  /** Additional file types to import; JSON and CSV are always allowed. */
  accept: string;
  /** Additional export formats besides JSON and CSV. */
  formats: readonly { format: string; label: string; ending: string }[];
  /** An additional menu item and its dialog. */
  more?: { label: string; Dialog: ComponentType<{ onClose: () => void }> };
};

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
