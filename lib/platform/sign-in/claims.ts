import * as openid from "openid-client";
import { z } from "zod";
import { email, MAX_NAME } from "@/lib/shared/members/members";
import { isStorable } from "@/lib/shared/text/storable";

const MAX_SUBJECT = 255;

const text = z.string().refine(isStorable);
const identified = z.object({ iss: text.max(500), sub: text.min(1).max(MAX_SUBJECT) });
const described = z.object({
  email: email.refine(isStorable).optional().catch(undefined),
  // Only the value true: some providers send text, whose meaning differs.
  email_verified: z.literal(true).optional().catch(undefined),
  name: text.optional().catch(undefined),
  preferred_username: text.optional().catch(undefined),
});

/** An account of a provider. `isVerified`: the provider says that the account has this email address. */
export type Claims = { iss: string; sub: string; email?: string; isVerified: boolean; names: string[] };

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** Reads the claims of the ID token, and those that only the user info has. */
export async function claimsOf(configuration: openid.Configuration, tokens: Tokens): Promise<Claims> {
  const token = tokens.claims();
  const { iss, sub } = identified.parse(token);
  const isWhole =
    token?.email !== undefined && token.email_verified !== undefined && token.name !== undefined;
  const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = isWhole || !hasMore ? {} : await openid.fetchUserInfo(configuration, tokens.access_token, sub);
  // An address and its verification always come from the same answer.
  const mail = token?.email === undefined ? more : token;
  const { email: address, email_verified } = described.parse(mail);
  const { name, preferred_username } = described.parse({ ...more, ...token });
  const names = [name, preferred_username, address?.split("@")[0]].filter((one) => one !== undefined);
  return { iss, sub, email: address, isVerified: address !== undefined && email_verified === true, names };
}

/** Returns whether the provider has verified an address of one of the domains. */
export const isVerifiedIn = ({ email: address, isVerified }: Claims, domains: readonly string[]): boolean =>
  isVerified && address !== undefined && domains.includes(address.slice(address.lastIndexOf("@") + 1));

export const nameIn = ({ names }: Claims): string =>
  names.map((one) => one.replaceAll(/\s+/g, " ").trim().slice(0, MAX_NAME)).find((one) => one !== "") ?? "";
