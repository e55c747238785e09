const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** Formats a day, with its time if present. Returns any other text unchanged. */
export function formatWhen(at: string): string {
  const [, date = "", time = ""] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(at) ?? [];
  const parsed = new Date(`${date}T00:00:00Z`);
  if (!date || Number.isNaN(parsed.getTime()) || at.length > 25) return at;
  return [day.format(parsed), time].filter(Boolean).join(", ");
}
