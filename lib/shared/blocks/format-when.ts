import { formatTag } from "@/lib/shared/i18n/locale";

const STYLE = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
// Creating a format takes far longer than using it, and a timeline shows many times.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatDay(day: Date): string {
  const tag = formatTag();
  const format = formats.get(tag) ?? new Intl.DateTimeFormat(tag, STYLE);
  formats.set(tag, format);
  return format.format(day);
}

/** Formats a day, with its time if present. Returns any other text unchanged. */
export function formatWhen(at: string): string {
  const [, date = "", time = ""] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(at) ?? [];
  const parsed = new Date(`${date}T00:00:00Z`);
  if (!date || Number.isNaN(parsed.getTime()) || at.length > 25) return at;
  return [formatDay(parsed), time].filter(Boolean).join(", ");
}
