import { z } from "zod";

/** Any JSON value including null. Bodies are already parsed, so only a missing value is invalid. */
export const jsonValue = z.unknown().refine((value) => value !== undefined, "Give a value: any JSON");
