/** A calendar day written as `2026-11-21`; undefined for anything else, and for a day that does not exist. */
export function asDay(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.getUTCDate() === Number(text.slice(8)) ? day : undefined;
}
