import { z } from "zod";

export const timeZone = z
  .string()
  .trim()
  .refine(isTimeZone, "Give a time zone from the IANA list, such as Europe/Berlin or UTC");

/**
 * Cache of accepted names. A check takes 0.1 ms, and a calendar has thousands of events. The list has about
 * 600 names.
 */
const accepted = new Set<string>();
const MAX_ACCEPTED = 1_000;

function isTimeZone(name: string): boolean {
  if (accepted.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  // Intl also accepts offsets such as +02:00, but they have no daylight saving time.
  const isName = /^[A-Za-z]/.test(name);
  // Names are case-insensitive, so there are more spellings than names.
  if (isName && accepted.size < MAX_ACCEPTED) accepted.add(name);
  return isName;
}
