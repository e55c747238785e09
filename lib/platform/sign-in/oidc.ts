import { createHash, randomBytes } from "node:crypto";
import * as openid from "openid-client";
import type { TransactionSql } from "postgres";
import { z } from "zod";
import { publicOrigin } from "@/lib/ground/base/env";
import { log } from "@/lib/ground/base/log";
import { hashOfToken } from "@/lib/ground/base/token";
import { nextPath } from "@/lib/platform/access/next-path";
import { type Identity, requireIdentity } from "@/lib/platform/access/session";
import { isAppError } from "@/lib/shared/errors";
import type { Problem } from "@/lib/shared/members/sign-in";
import { type Account, linkAccount, memberOfAccount } from "@/lib/store/members/identities";
import { type NewMember, readInvitation, takeInvitation } from "@/lib/store/members/invitations";
import { joinByDomain } from "@/lib/store/members/joining";
import { type OidcProvider, readOidcProvider } from "@/lib/store/members/oidc-providers";
import { beginSignIn, readSignIn, takeSignIn } from "@/lib/store/members/sign-ins";
import { beginMemberSession } from "./begin";
import { browserOf, cookieOf } from "./browser-cookie";
import { type Claims, claimsOf, isVerifiedIn, nameIn } from "./claims";
import { countStart } from "./limits";
import { configurationOf } from "./oidc-client";

const SECONDS = 600;
/** The page with the linked accounts. */
const SETTINGS = "/settings/general";

const started = z.object({
  providerId: z.string(),
  /** sha256 of the cookie of the browser that started. */
  browser: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  next: z.string(),
  /** Token of the invitation that the visitor answers. */
  invitation: z.string().optional(),
  /** The session whose member links an account. */
  link: z.object({ memberId: z.string(), session: z.string() }).optional(),
});
type Started = z.infer<typeof started>;

/** A failure that a page explains. */
class Failed extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(`The sign-in failed: ${problem}`, { cause });
    this.problem = problem;
  }
}

/**
 * Returns the address to which a provider redirects the browser. Each provider has its own, so that the answer of one is
 * never taken for the answer of another. It is not below /api, because API routes refuse links from other sites.
 */
export const redirectUrlOf = (providerId: string): string =>
  new URL(`/sign-in/${providerId}`, publicOrigin()).href;

type Start = Pick<Started, "invitation" | "link"> & { providerId: string; next?: string };

/** Starts a sign-in. Returns the address of the provider, and the headers that bind the sign-in to this browser. */
async function start(request: Request, { providerId, next, ...purpose }: Start) {
  await countStart(request).catch((cause) => Promise.reject(new Failed("tooMany", cause)));
  const provider = await readOidcProvider(providerId);
  if (!provider) throw new Failed("failed");
  const configuration = await configurationOf(provider).catch((cause) =>
    Promise.reject(new Failed("unreachable", cause)),
  );
  const browser = browserOf(request) ?? randomBytes(24).toString("base64url");
  const verifier = openid.randomPKCECodeVerifier();
  const nonce = openid.randomNonce();
  const stored: Started = {
    ...{ providerId, browser: hashOf(browser), verifier, nonce, next: nextPath(next), ...purpose },
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrlOf(providerId),
    scope: "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: await beginSignIn("oidc", stored, SECONDS),
    nonce,
  });
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new Failed("failed");
  return { url: url.href, cookie: cookieOf(browser, SECONDS) };
}

/** Redirects the browser to a provider, or back with the problem. */
export async function startOidc(
  request: Request,
  purpose: { providerId: string; next?: string; invitation?: string },
): Promise<Response> {
  try {
    const { url, cookie } = await start(request, purpose);
    return redirect(url, { "set-cookie": cookie });
  } catch (error) {
    return backWith(error, purpose);
  }
}

/** For a signed-in member who links an account: returns the address to open. Throws if the provider cannot be reached. */
export const startLink = (
  request: Request,
  providerId: string,
  { memberId, session }: NonNullable<Started["link"]>,
) => start(request, { providerId, next: SETTINGS, link: { memberId, session } });

/** Handles the answer of a provider, which arrives as a link to its redirect address. Always redirects. */
export async function finishOidc(request: Request, providerId: string): Promise<Response> {
  let sign: Started | undefined;
  try {
    sign = await takeStarted(request, providerId);
    const provider = await readOidcProvider(providerId);
    if (!provider) throw new Failed("failed");
    const claims = await askProvider(request, provider, sign);
    const account = { issuer: claims.iss, subject: claims.sub, email: claims.email ?? null };
    if (sign.link) return redirect(await link(request, account, sign.link));
    const memberId = await memberFor(account, claims, provider, sign.invitation);
    const headers = await beginMemberSession(request, memberId);
    headers.set("location", sign.next);
    return new Response(null, { status: 303, headers });
  } catch (error) {
    return backWith(error, sign ?? {});
  }
}

/** Takes the started sign-in that `state` names. A link to it from another browser leaves it as it is. */
async function takeStarted(request: Request, providerId: string): Promise<Started> {
  const id = z.uuid().safeParse(new URL(request.url).searchParams.get("state")).data;
  if (id === undefined) throw new Failed("expired");
  const { data } = started.safeParse(await readSignIn("oidc", id));
  if (!data || data.providerId !== providerId) throw new Failed("expired");
  const browser = browserOf(request);
  if (browser === null || hashOf(browser) !== data.browser) throw new Failed("otherBrowser");
  if ((await takeSignIn("oidc", id)) === null) throw new Failed("expired");
  return data;
}

/** Exchanges the code for the claims of the account. `openid-client` verifies state, issuer, nonce and signature. */
async function askProvider(request: Request, provider: OidcProvider, sign: Started): Promise<Claims> {
  const { search, searchParams } = new URL(request.url);
  try {
    const configuration = await configurationOf(provider);
    const tokens = await openid.authorizationCodeGrant(
      configuration,
      new URL(search, redirectUrlOf(provider.id)),
      {
        ...{ pkceCodeVerifier: sign.verifier, expectedNonce: sign.nonce, idTokenExpected: true },
        expectedState: searchParams.get("state") ?? "",
      },
    );
    return await claimsOf(configuration, tokens);
  } catch (cause) {
    const isDenied = cause instanceof openid.AuthorizationResponseError && cause.error === "access_denied";
    throw new Failed(isDenied ? "denied" : isAppError(cause) ? "unreachable" : "failed", cause);
  }
}

async function link(
  request: Request,
  account: Account,
  { memberId, session }: NonNullable<Started["link"]>,
): Promise<string> {
  const now: Identity | null = await requireIdentity(request).catch(() => null);
  if (now?.session !== session || now.member.id !== memberId) throw new Failed("otherBrowser");
  if (!(await linkAccount(memberId, account))) throw new Failed("accountTaken");
  return SETTINGS;
}

/** Returns the member of an account: known, invited, or of a domain whose users may join. Never finds one by email alone. */
async function memberFor(
  account: Account,
  claims: Claims,
  { joinDomains, joinRole }: OidcProvider,
  invitation: string | undefined,
): Promise<string> {
  const known = await memberOfAccount(account);
  if (known !== null) return known;
  const email = claims.isVerified ? (claims.email ?? null) : null;
  const member = { name: nameIn(claims), email };
  const store = async (tx: TransactionSql, memberId: string) => {
    if (!(await linkAccount(memberId, account, tx))) throw new Failed("accountTaken");
  };
  try {
    if (invitation !== undefined) return await joinInvited(invitation, member, store);
    if (joinRole === null || !isVerifiedIn(claims, joinDomains)) throw new Failed("unknownAccount");
    return await joinByDomain({ ...member, role: joinRole }, store);
  } catch (error) {
    throw isAppError(error) ? new Failed("emailTaken", error) : error;
  }
}

async function joinInvited(
  token: string,
  member: NewMember,
  store: (tx: TransactionSql, memberId: string) => Promise<void>,
): Promise<string> {
  // A link for a new password makes no member, and links no account.
  const found = await readInvitation(hashOfToken(token));
  const made = found?.memberId === null ? await takeInvitation(hashOfToken(token), member, store) : null;
  if (!made) throw new Failed("invitation");
  return made.id;
}

/** Returns to the page where the sign-in started, with the name of the problem and no text of the provider. */
async function backWith(
  error: unknown,
  { invitation, link: linking, next }: Partial<Pick<Started, "invitation" | "link" | "next">>,
): Promise<Response> {
  const problem = error instanceof Failed ? error.problem : "failed";
  const cause = error instanceof Failed ? error.cause : error;
  if (cause !== undefined && (problem === "failed" || problem === "unreachable"))
    log.warn("A sign-in with a provider failed", cause);
  const isInvited = invitation !== undefined && (await readInvitation(hashOfToken(invitation))) !== null;
  const page = linking ? SETTINGS : isInvited ? `/invite/${encodeURIComponent(invitation)}` : "/login";
  const query = new URLSearchParams({ problem, ...(page === "/login" && next && { next: nextPath(next) }) });
  return redirect(`${page}?${query}`);
}

export const problemOf = (error: unknown): Problem | null => (error instanceof Failed ? error.problem : null);

const redirect = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 303, headers: { location, "cache-control": "no-store", ...headers } });

const hashOf = (browser: string) => createHash("sha256").update(browser).digest("base64url");
