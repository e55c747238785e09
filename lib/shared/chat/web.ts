import * as z from "zod/mini";
import { type Through, through } from "../origins";

const read = z.object({ web: z.array(z.string()), through: z.optional(z.array(through)) });
type Part = { toolMetadata?: unknown };

/** The origins on the web whose text is in the result of a call, or in its error (`toolMetadata.web`). */
export const webOf = (part: Part): string[] => read.safeParse(part.toolMetadata).data?.web ?? [];

/** Those of them that it has read in something stored (`toolMetadata.through`). */
export const throughOf = (part: Part): Through[] => read.safeParse(part.toolMetadata).data?.through ?? [];
