import { z } from "zod";
import { isoTime } from "@/lib/shared/text/iso-time";

export const MAX_TOKENS = 50;

export const tokenTools = z.union([
  z.literal("*", 'Name tools as an array, or give "*" for all'),
  z.array(z.string().min(1).max(200)).min(1, 'Name at least one tool, or "*" for all').max(1_000),
]);
export type TokenTools = z.infer<typeof tokenTools>;

export const newToken = z.strictObject({
  name: z.string().trim().min(1, "Enter the name of the program that will use the token").max(60),
  tools: tokenTools.default("*"),
});

/** A token without its secret, which is only shown at creation. */
const tokenView = z.object({
  id: z.string(),
  name: z.string(),
  tools: tokenTools,
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export type TokenView = z.infer<typeof tokenView>;

export const tokensView = z.object({ tokens: z.array(tokenView) });
export const madeToken = z.object({ id: z.string(), token: z.string() });
export type MadeToken = z.infer<typeof madeToken>;
