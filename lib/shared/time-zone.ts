import { z } from "zod";

/** The name of a time zone in the IANA list. */
export const timeZone = z
  .string()
  .trim()
  .refine(isTimeZone, "Give a time zone of the IANA list, such as Europe/Berlin or UTC");

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    // An offset such as +02:00 is taken, too, but knows no summer time.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
