const DAYS = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];

/**
 * Describes a cron expression that runs at one time of day on all days, on weekdays or on one weekday. Returns
 * null for any other expression.
 */
export function describeCron(expression: string): string | null {
  const [minute, hour, day, month, weekday, ...others] = expression.trim().split(/\s+/);
  if (others.length > 0 || day !== "*" || month !== "*" || weekday === undefined) return null;
  if (!/^\d{1,2}$/.test(minute ?? "") || !/^\d{1,2}$/.test(hour ?? "")) return null;
  const time = `${hour?.padStart(2, "0")}:${minute?.padStart(2, "0")}`;
  if (weekday === "*") return `every day at ${time}`;
  if (weekday === "1-5") return `weekdays at ${time}`;
  const name = /^[0-7]$/.test(weekday) ? DAYS[Number(weekday)] : undefined;
  return name ? `${name} at ${time}` : null;
}
