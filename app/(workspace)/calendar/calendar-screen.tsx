import { pageAgent } from "@/app/page-agent";
import { CalendarPage } from "@/components/pages/calendar/calendar-page";
import { requirePage } from "@/lib/platform/access/session";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";

/** The page of all tabs. `path` is where the user returns to after the login. */
export async function CalendarScreen({ path }: { path: string }) {
  await requirePage(path);
  const timeZone = timeZoneOf(await readSettings(await pageAgent()));
  return <CalendarPage now={new Date().toISOString()} timeZone={timeZone} />;
}
