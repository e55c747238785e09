import { useQuery } from "@tanstack/react-query";
import { WEEK, WEEKDAYS } from "@/components/ui/kit/week";
import { type Timing, timingOf } from "./timing";

const OPTIONS = { use24HourTimeFormat: true };

/**
 * Describes a cron expression in `language`, or in English if there is no translation. Loads translations on
 * demand.
 */
export async function describeCron(expression: string, language: string): Promise<string> {
  try {
    if (language.startsWith("en")) {
      const described = describeTiming(timingOf(expression));
      if (described) return described;
      const { default: cronstrue } = await import("cronstrue");
      return cronstrue.toString(expression, OPTIONS);
    }
    const { default: cronstrue } = await import("cronstrue/i18n");
    const wanted = [language.replace("-", "_"), language.split("-")[0] ?? ""];
    const locale = wanted.find((one) => one in cronstrue.locales) ?? "en";
    return cronstrue.toString(expression, { ...OPTIONS, locale });
  } catch {
    // The server accepts some expressions that cronstrue cannot parse.
    return expression;
  }
}

/** Returns words for a timing that the form offers, such as "Mondays at 07:00". */
function describeTiming({ rhythm, minutes, past, time, days, date }: Timing): string | undefined {
  switch (rhythm) {
    case "minutes":
      return `Every ${minutes} minutes`;
    case "hour":
      return past === 0 ? "Every hour" : `Every hour at ${past} past`;
    case "day":
      return `Every day at ${time}`;
    case "weekdays":
      return `Weekdays at ${time}`;
    case "week":
      return `${listed(WEEK.filter((day) => days.includes(day)).map((day) => `${WEEKDAYS[day]}s`))} at ${time}`;
    case "month":
      return `Day ${date} of every month at ${time}`;
    case "expression":
      return undefined;
  }
}

const listed = (names: readonly string[]): string => new Intl.ListFormat("en-GB").format(names);

export function useCronDescription(expression: string): string {
  const language = typeof navigator === "undefined" ? "en" : navigator.language;
  const { data } = useQuery({
    queryKey: ["cron-words", expression, language],
    queryFn: () => describeCron(expression, language),
    enabled: expression !== "",
  });
  return data ?? expression;
}
