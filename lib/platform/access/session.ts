import { createHash } from "node:crypto";
import { getIronSession, type SessionOptions, webCookies } from "iron-session";
import { cookies } from "next/headers";
import { cache } from "react";
import { actAs } from "@/lib/ground/base/acting";
import { env } from "@/lib/ground/base/env";
import { secretKey } from "@/lib/ground/base/secret";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import type { Member } from "@/lib/shared/members/members";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { subscribe } from "@/lib/store/bus";
import {
  beginSession,
  endSession,
  listSessions,
  readSession,
  SESSION_DAYS,
  type StoredSession,
} from "@/lib/store/conversations/sessions";
import { actorOf, readMember } from "@/lib/store/members/roster";
import { reread } from "@/lib/store/unreachable";
import { fingerprintOf, hasPassword, passwordFingerprint } from "./password";

const SECONDS = SESSION_DAYS * 24 * 60 * 60;

type Cookie = { id: string };

/** The member who sent a request. `session` is null if no password is set: every client is the owner then. */
export type Identity = { session: string | null; member: Member };

/** Returns who sent the request. Throws an AppError `unauthorized` if there is no live session. */
export async function requireIdentity(request: Request): Promise<Identity> {
  const identity = await identityOf(webCookies(request, new Headers()));
  if (identity !== null) return identity;
  throw new AppError("unauthorized", "Sign in first: open /login, or send the password to POST /api/login.");
}

/** Returns the session id of `request`, or null if no password is set. Throws like `requireIdentity`. */
export const requireSession = async (request: Request): Promise<string | null> =>
  (await requireIdentity(request)).session;

type Cookies = ReturnType<typeof webCookies> | Awaited<ReturnType<typeof cookies>>;

/** Without a password, no member is read, so that the server can answer before it has a database. */
export const OWNER: Member = { id: OWNER_ID, name: "", email: null, role: "owner" };

async function identityOf(store: Cookies): Promise<Identity | null> {
  if (!(await hasPassword())) return { session: null, member: OWNER };
  const { id } = await getIronSession<Cookie>(store, await options());
  return isId(id) ? liveIdentity(id) : null;
}

async function liveIdentity(id: string): Promise<Identity | null> {
  const session = await reread(() => readSession(id));
  if (session === null || session.key !== (await keyOf(session.memberId))) return null;
  const member = await readMember(session.memberId);
  return member && { session: id, member };
}

/**
 * For pages: returns who requests the page, or null if they must sign in. Always reads the cookies, so that Next
 * never prerenders a page for everyone.
 */
export const pageIdentity = cache(async (): Promise<Identity | null> => {
  const identity = await identityOf(await cookies());
  if (identity) actAs(await actorOf(identity.member.id));
  return identity;
});

/** For pages: returns true if the user is signed in or no password is set. */
export const isSignedIn = async (): Promise<boolean> => (await pageIdentity()) !== null;

/** For pages: returns the session of the requesting browser, or null. */
export const ownSession = async (): Promise<string | null> => (await pageIdentity())?.session ?? null;

/** Begins a session of a member. Returns the headers with its cookie. */
export async function signIn(request: Request, memberId = OWNER_ID): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Cookie>(webCookies(request, headers), await options());
  const userAgent = request.headers.get("user-agent") ?? "";
  session.id = await beginSession({ memberId, key: await keyOf(memberId), userAgent });
  await session.save();
  return headers;
}

/** Renews the cookie of a session that `replacePassword` kept, with the key of the new password. */
export async function keepSession(request: Request, id: string): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Cookie>(webCookies(request, headers), await options());
  session.id = id;
  await session.save();
  return headers;
}

export async function endOwnSession(request: Request): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Cookie>(webCookies(request, headers), await options());
  const ended = isId(session.id) ? await readSession(session.id) : null;
  if (ended && session.id) await endSession(ended.memberId, session.id);
  session.destroy();
  return headers;
}

/** Time in ms after a change of the password until streams end, so that the changing browser has its new cookie. */
const COOKIE_MS = 1_000;

/**
 * Calls `end` when the session ends, and soon after the owner's password was set, changed or removed. After a change of
 * the members, calls it unless `mayStay`. Returns the unsubscribe function.
 */
export function onSessionEnd(
  id: string | null,
  end: () => void,
  mayStay: () => Promise<boolean> = async () => true,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endUnless = (check: Promise<boolean>) =>
    void check.then(
      (isAllowed) => isAllowed || end(),
      () => end(),
    );
  let isOver = false;
  const isStillAllowed = async () => (await isAllowed(id)) && (await mayStay());
  const unsubscribe = subscribe((notice) => {
    if (notice.type === "password") timer ??= setTimeout(end, COOKIE_MS).unref();
    if (notice.type === "session" && id !== null && (notice.id === null || notice.id === id)) end();
    if (notice.type === "members") endUnless(mayStay());
    // The notices lost during the gap may include the end of this session, so check it.
    if (notice.type === "gap") endUnless(isStillAllowed());
  });
  // A notice may have come after the check of the request and before the subscription.
  isStillAllowed().then(
    (is) => {
      if (!is && !isOver) timer ??= setTimeout(end, COOKIE_MS).unref();
    },
    // The loss of the database is followed by a gap.
    () => {},
  );
  return () => {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

const isAllowed = async (id: string | null): Promise<boolean> =>
  id === null ? !(await hasPassword()) : (await liveIdentity(id)) !== null;

/** Returns the live sessions of a member, last used first; none if no password is set. */
export const sessionsNow = async (memberId: string): Promise<StoredSession[]> =>
  (await hasPassword()) ? listSessions(memberId, await keyOf(memberId)) : [];

/** Rejects cookies of an earlier version, which have no id. */
const isId = (id: unknown): id is string => uuid.safeParse(id).success;

/**
 * Returns the key under which the sessions of a member are stored. The owner's is derived from the password, so that
 * a new password ends these sessions, also one that the environment sets.
 */
const keyOf = async (memberId: string): Promise<string> =>
  memberId === OWNER_ID ? keyIdOf(await passwordFingerprint()) : "member";

const keyIdOf = (fingerprint: string) =>
  createHash("sha256").update(earlierCookieKey(fingerprint)).digest("base64url").slice(0, 22);

/** Returns the key under which sessions are stored once `hash` is the stored password. */
export const sessionKeyUnder = (hash: string): string => keyIdOf(fingerprintOf(hash));

async function options(): Promise<SessionOptions> {
  const { EASEL_ORIGIN, PORT } = env();
  const origin = new URL(EASEL_ORIGIN ?? `http://localhost:${PORT}`);
  const secure = origin.protocol === "https:";
  return {
    // Browsers send cookies to all ports of a host, so two Easels on one machine need different names.
    cookieName: `${secure ? "__Host-" : ""}easel-${origin.port || "session"}`,
    // The highest number seals new cookies.
    password: {
      1: earlierCookieKey(await passwordFingerprint()),
      2: secretKey("sessions").toString("base64url"),
    },
    ttl: SECONDS,
    cookieOptions: { httpOnly: true, sameSite: "lax", secure, path: "/" },
  };
}

/** Opens the cookies of earlier versions, which were sealed with a key of the password. */
const earlierCookieKey = (fingerprint: string): string =>
  secretKey(`session ${fingerprint}`).toString("base64url");
