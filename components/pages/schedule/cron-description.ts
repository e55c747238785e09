import { useQuery } from "@tanstack/react-query";

const OPTIONS = { use24HourTimeFormat: true };

/**
 * Describes a cron expression in `language`, or in English if there is no translation. Loads translations on
 * demand.
 */
export async function describeCron(expression: string, language: string): Promise<string> {
  try {
    if (language.startsWith("en")) {
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

export function useCronDescription(expression: string): string {
  const language = typeof navigator === "undefined" ? "en" : navigator.language;
  const { data } = useQuery({
    queryKey: ["cron-words", expression, language],
    queryFn: () => describeCron(expression, language),
    enabled: expression !== "",
  });
  return data ?? expression;
}
