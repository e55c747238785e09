import { z } from "zod";

/** A moment in any time zone, as UTC to the millisecond. */
export const isoTime = z.iso
  .datetime({ offset: true, error: "A moment is an ISO time, such as 2026-01-31T12:00:00Z" })
  .transform((time) => new Date(time).toISOString());
