import * as z from "zod/mini";

const read = z.object({ web: z.array(z.string()) });

/** The origins on the web whose text is in the result of a call, or in its error (`toolMetadata.web`). */
export const webOf = (part: { toolMetadata?: unknown }): string[] =>
  read.safeParse(part.toolMetadata).data?.web ?? [];
