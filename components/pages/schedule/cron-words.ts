import { useQuery } from "@tanstack/react-query";

const OPTIONS = { use24HourTimeFormat: true };

/** An expression in the words of a language, where they are known, or else in English. Other languages' are fetched when needed. */
export async function cronWords(expression: string, language: string): Promise<string> {
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
    // The engine on the server understands more than the words do.
    return expression;
  }
}

/** The same, drawn; the expression itself until its words are there. */
export function useCronWords(expression: string): string {
  const language = typeof navigator === "undefined" ? "en" : navigator.language;
  const { data } = useQuery({
    queryKey: ["cron-words", expression, language],
    queryFn: () => cronWords(expression, language),
    enabled: expression !== "",
  });
  return data ?? expression;
}
