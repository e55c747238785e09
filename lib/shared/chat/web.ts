import * as z from "zod/mini";
import { type Through, through } from "../origins";

const read = z.object({ web: z.array(z.string()), through: z.optional(z.array(through)) });
type Part = { toolMetadata?: unknown };

/** Returns the web origins from which the result or error of a call contains text (`toolMetadata.web`). */
export const webOf = (part: Part): string[] => read.safeParse(part.toolMetadata).data?.web ?? [];

/** Returns the web origins that the call read indirectly, from stored values (`toolMetadata.through`). */
export const throughOf = (part: Part): Through[] => read.safeParse(part.toolMetadata).data?.through ?? [];
