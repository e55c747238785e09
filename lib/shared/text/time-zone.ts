import { z } from "zod";

/** The name of a time zone in the IANA list. */
export const timeZone = z
  .string()
  .trim()
  .refine(isTimeZone, "Give a time zone of the IANA list, such as Europe/Berlin or UTC");

/** Accepted names. The check takes 0.1 ms, and a calendar has thousands of events; the list has some 600 names. */
const known = new Set<string>();
const MAX_KNOWN = 1_000;

function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    return false;
  }
  // An offset such as +02:00 is taken, too, but knows no summer time.
  const isName = /^[A-Za-z]/.test(name);
  // Names are accepted in any case, so there are more spellings than names.
  if (isName && known.size < MAX_KNOWN) known.add(name);
  return isName;
}
