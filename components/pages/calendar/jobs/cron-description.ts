import { useQuery } from "@tanstack/react-query";
import { WEEK, WEEKDAYS } from "@/components/ui/kit/week";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { currentLocale, formatTag } from "@/lib/shared/i18n/locale";
import { type Timing, timingOf } from "./timing";

/** Describes a cron expression in the current language. Loads what it needs for unusual ones on demand. */
export async function describeCron(expression: string): Promise<string> {
  const described = describeTiming(timingOf(expression));
  if (described) return described;
  try {
    const { default: cronstrue } = await import("cronstrue");
    const locale = currentLocale() === "de" ? "de" : "en";
    if (locale === "de") await import("cronstrue/locales/de");
    return cronstrue.toString(expression, { use24HourTimeFormat: true, locale });
  } catch {
    // The server accepts some expressions that cronstrue cannot parse.
    return expression;
  }
}

/** Returns words for a timing that the form offers, such as "Every Monday at 07:00". */
function describeTiming({ rhythm, minutes, past, time, days, date }: Timing): string | undefined {
  switch (rhythm) {
    case "minutes":
      return t("everyMinutes", { minutes });
    case "hour":
      return past === 0 ? t("everyHours", { hours: 1 }) : t("hourPast", { minutes: past });
    case "day":
      return t("dailyAt", { time });
    case "weekdays":
      return t("weekdaysAt", { time });
    case "week": {
      const names = WEEK.filter((day) => days.includes(day)).map((day) => WEEKDAYS[day] ?? "");
      return t("daysAt", { days: new Intl.ListFormat(formatTag()).format(names), time });
    }
    case "month":
      return t("monthlyAt", { day: date, time });
    case "expression":
      return undefined;
  }
}

export function useCronDescription(expression: string): string {
  const { data } = useQuery({
    queryKey: ["cron-words", expression, currentLocale()],
    queryFn: () => describeCron(expression),
    enabled: expression !== "",
  });
  return data ?? expression;
}
