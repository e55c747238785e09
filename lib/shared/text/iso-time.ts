import { z } from "zod";

/** A time with any offset, converted to UTC with milliseconds. */
export const isoTime = z.iso
  .datetime({ offset: true, error: "Give an ISO time, such as 2026-01-31T12:00:00Z" })
  .transform((time) => new Date(time).toISOString())
  // The conversion can leave the range of years with four digits.
  .refine((time) => /^(?!0000)\d{4}-/.test(time), "The year must be from 1 to 9999");
