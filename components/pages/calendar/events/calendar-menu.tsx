import { CalendarCog, Rss } from "lucide-react";
import { useState } from "react";
import { later } from "@/components/ui/later";
import { useIsMobile } from "@/components/ui/use-mobile";
import { t } from "@/lib/shared/i18n/en/calendarEvents";
import { t as calendarsText } from "@/lib/shared/i18n/en/calendars";
import { CalendarsDialog } from "../calendars/calendars-button";
import { CollectionMenu } from "../collection-menu";

const SubscribeDialog = later(() => import("./subscribe-dialog").then((module) => module.SubscribeDialog));

const ICALENDAR = [{ format: "icalendar", label: "iCalendar", ending: "ics" }];

/** Menu of the calendar: import, export, history, and the address for other calendars. */
export function CalendarMenu({ onFile }: { onFile: (file: File) => void }) {
  const isPhone = useIsMobile();
  const [isSubscribing, setIsSubscribing] = useState(false);
  const [isListing, setIsListing] = useState(false);
  return (
    <>
      <CollectionMenu
        label={t("moreForCalendar")}
        collection="schedule"
        accept=".ics,text/calendar"
        formats={ICALENDAR}
        actions={[
          ...(isPhone
            ? [
                {
                  ...{ label: calendarsText("calendars"), icon: CalendarCog, takesFocus: true },
                  onSelect: () => setIsListing(true),
                },
              ]
            : []),
          { label: t("openSubscribe"), icon: Rss, takesFocus: true, onSelect: () => setIsSubscribing(true) },
        ]}
        onFile={onFile}
      />
      {isListing && <CalendarsDialog onClose={() => setIsListing(false)} />}
      {isSubscribing && <SubscribeDialog onClose={() => setIsSubscribing(false)} />}
    </>
  );
}
