import { Rss } from "lucide-react";
import { useState } from "react";
import { later } from "@/components/ui/later";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { CollectionMenu } from "../collection-menu";

const SubscribeDialog = later(() => import("./subscribe-dialog").then((module) => module.SubscribeDialog));

const ICALENDAR = [{ format: "icalendar", label: "iCalendar", ending: "ics" }];

/** Menu of the calendar: import, export, history, and the address for other calendars. */
export function CalendarMenu({ onFile }: { onFile: (file: File) => void }) {
  const [isSubscribing, setIsSubscribing] = useState(false);
  return (
    <>
      <CollectionMenu
        label={t("moreForCalendar")}
        collection="schedule"
        accept=".ics,text/calendar"
        formats={ICALENDAR}
        actions={[
          { label: t("openSubscribe"), icon: Rss, takesFocus: true, onSelect: () => setIsSubscribing(true) },
        ]}
        onFile={onFile}
      />
      {isSubscribing && <SubscribeDialog onClose={() => setIsSubscribing(false)} />}
    </>
  );
}
