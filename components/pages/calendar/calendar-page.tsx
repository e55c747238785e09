"use client";

import { usePlace } from "@/components/client/shell/use-place";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { later } from "@/components/ui/later";
import { CalendarTabs } from "./calendar-tabs";
import { hrefOf, placeOf } from "./calendar-url";
import { loadCalendarLocale } from "./events/calendar-locale";
import { JobsView } from "./jobs/jobs-view";

/** Has the size of the calendar and the contacts, so that nothing moves when they load. */
const Waits = () => (
  <div className="min-h-0 flex-1 bg-sheet md:mx-7 md:mt-4 md:mb-7 md:rounded-sheet md:shadow-sheet" />
);
const CalendarView = later(async () => {
  const [module] = await Promise.all([import("./events/calendar-view"), loadCalendarLocale()]);
  return module.CalendarView;
}, Waits);
const ContactsView = later(
  () => import("./contacts/contacts-view").then((module) => module.ContactsView),
  Waits,
);

type CalendarPageProps = {
  now: string;
  /** Default time zone of new jobs. */
  timeZone: string;
};

export function CalendarPage({ now, timeZone }: CalendarPageProps) {
  const { place, go } = usePlace(placeOf, hrefOf);
  return (
    <PageMain className="flex flex-col">
      <CalendarTabs shown={place.at} onGo={go} />
      {place.at === "events" && <CalendarView event={place.event} on={place.on} onGo={go} />}
      {place.at === "jobs" && <JobsView id={place.id} now={now} timeZone={timeZone} onGo={go} />}
      {place.at === "contacts" && <ContactsView contact={place.contact} onGo={go} />}
    </PageMain>
  );
}
