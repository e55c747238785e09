import { z } from "zod";

/** Lenient schemas for responses: invalid values are treated as missing. */

/** Maximum number of list entries to read. */
const MOST = 100;

export const text = z.string().optional().catch(undefined);

/** Schema of a list that leaves out invalid entries. */
export const listOf = <T extends z.ZodType>(entry: T) =>
  z.array(z.unknown()).transform((all) =>
    all.slice(0, MOST).flatMap((each) => {
      const parsed = entry.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    }),
  );
