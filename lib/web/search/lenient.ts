import { z } from "zod";

/** Lenient schemas for responses: invalid values are treated as missing. */

const MAX_ENTRIES = 100;

export const text = z.string().optional().catch(undefined);

export const listOf = <T extends z.ZodType>(entry: T) =>
  z.array(z.unknown()).transform((all) =>
    all.slice(0, MAX_ENTRIES).flatMap((each) => {
      const parsed = entry.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    }),
  );
