import { Rss } from "lucide-react";
import { useState } from "react";
import { later } from "@/components/ui/later";
import { CollectionMenu } from "../collection-menu";

const SubscribeDialog = later(() => import("./subscribe-dialog").then((module) => module.SubscribeDialog));

const ICALENDAR = [{ format: "icalendar", label: "iCalendar", ending: "ics" }];

/** Menu of the calendar: import, export, history, and the address for other calendars. */
export function CalendarMenu({ onFile }: { onFile: (file: File) => void }) {
  const [isSubscribing, setIsSubscribing] = useState(false);
  return (
    <>
      <CollectionMenu
        label="More for the calendar"
        collection="schedule"
        accept=".ics,text/calendar"
        formats={ICALENDAR}
        actions={[
          { label: "Subscribe…", icon: Rss, takesFocus: true, onSelect: () => setIsSubscribing(true) },
        ]}
        onFile={onFile}
      />
      {isSubscribing && <SubscribeDialog onClose={() => setIsSubscribing(false)} />}
    </>
  );
}
