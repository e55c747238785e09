import type german from "@fullcalendar/react/locales/de";
import { currentLocale } from "@/lib/shared/i18n/locale";

let loaded: typeof german | undefined;

/** Loads the German texts of FullCalendar if the page is German. */
export async function loadCalendarLocale(): Promise<void> {
  if (currentLocale() === "de") loaded ??= (await import("@fullcalendar/react/locales/de")).default;
}

export const germanCalendar = () => (currentLocale() === "de" ? loaded : undefined);
