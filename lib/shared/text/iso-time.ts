import { z } from "zod";

/** A moment in any time zone, as UTC to the millisecond. */
export const isoTime = z.iso
  .datetime({ offset: true, error: "A moment is an ISO time, such as 2026-01-31T12:00:00Z" })
  .transform((time) => new Date(time).toISOString())
  // What the offset makes of it may lie outside of the years that are written with four digits.
  .refine((time) => /^(?!0000)\d{4}-/.test(time), "A moment lies in the years 1 to 9999");
