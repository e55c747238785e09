import { z } from "zod";

/** Reading what came over the network: what does not fit is as if it were not there. */

/** Entries of a list that are looked at. */
const MOST = 100;

export const text = z.string().optional().catch(undefined);

/** A list whose entries fit; an entry that does not is left out. */
export const listOf = <T extends z.ZodType>(entry: T) =>
  z.array(z.unknown()).transform((all) =>
    all.slice(0, MOST).flatMap((each) => {
      const parsed = entry.safeParse(each);
      return parsed.success ? [parsed.data] : [];
    }),
  );
