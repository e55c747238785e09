import { z } from "zod";

/** Any JSON, null too. A request's body was parsed as JSON already, so only a missing value can be wrong. */
export const jsonValue = z.unknown().refine((value) => value !== undefined, "Give a value: any JSON");
