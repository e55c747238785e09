import { z } from "zod";
import { isoTime } from "@/lib/shared/text/iso-time";

export const MAX_TOKENS = 50;

export const tokenTools = z.union([
  z.literal("*", 'Name tools as an array, or give "*" for all'),
  z.array(z.string().min(1).max(200)).min(1, 'Name at least one tool, or "*" for all').max(1_000),
]);
export type TokenTools = z.infer<typeof tokenTools>;

/** Rights of a token in the HTTP API. Each is independent of the others; a token without any cannot use it. */
export const SCOPES = ["read", "chat", "write"] as const;
export type Scope = (typeof SCOPES)[number];
export const tokenScopes = z.array(z.enum(SCOPES)).max(SCOPES.length);

/** Days for which a token can be valid. Without any, it is valid until it is revoked. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
export type TokenDays = (typeof TOKEN_DAYS)[number];

export const newToken = z
  .strictObject({
    name: z.string().trim().min(1, "Enter the name of the program that will use the token").max(60),
    tools: tokenTools.default("*"),
    scopes: tokenScopes.default([]),
    days: z.literal(TOKEN_DAYS).optional(),
  })
  // The API reads and changes what the tools do, so a token for some tools would be for all.
  .refine(({ tools, scopes }) => tools === "*" || scopes.length === 0, {
    path: ["scopes"],
    message: "A token for some tools cannot use the HTTP API. Allow all tools, or give no scopes.",
  });
export type NewToken = z.output<typeof newToken>;

/** A token without its secret, which is only shown at creation. */
const tokenView = z.object({
  id: z.string(),
  name: z.string(),
  tools: tokenTools,
  scopes: tokenScopes,
  expiresAt: isoTime.nullable(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export type TokenView = z.infer<typeof tokenView>;

export const tokensView = z.object({ tokens: z.array(tokenView) });
export const madeToken = z.object({ id: z.string(), token: z.string() });
export type MadeToken = z.infer<typeof madeToken>;
