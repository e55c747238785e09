import { CalendarPage } from "@/components/pages/calendar/calendar-page";
import { pageAgent, requirePage } from "@/lib/platform/access/require-page";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";

/** The page of all tabs. `path` is where the user returns to after the login. */
export async function CalendarScreen({ path }: { path: string }) {
  await requirePage(path, { right: "edit" });
  const timeZone = timeZoneOf(await readSettings(await pageAgent()));
  return <CalendarPage now={new Date().toISOString()} timeZone={timeZone} />;
}
