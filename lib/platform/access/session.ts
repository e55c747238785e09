import { createHash } from "node:crypto";
import { getIronSession, type SessionOptions, webCookies } from "iron-session";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { env } from "@/lib/ground/base/env";
import { secretKey } from "@/lib/ground/base/secret";
import { AGENT_HEADER, baseOf, inAgent } from "@/lib/shared/agents/agent-address";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { subscribe } from "@/lib/store/bus";
import {
  beginSession,
  endSession,
  isLiveSession,
  listSessions,
  SESSION_DAYS,
  type StoredSession,
} from "@/lib/store/conversations/sessions";
import { reread } from "@/lib/store/unreachable";
import { fingerprintOf, hasPassword, passwordFingerprint } from "./password";

const SECONDS = SESSION_DAYS * 24 * 60 * 60;

type Session = { id: string };

/**
 * Returns the session id of `request`, or null if no password is set, when every client has full access.
 * Throws an AppError `unauthorized` if there is no live session.
 */
export async function requireSession(request: Request): Promise<string | null> {
  if (!(await hasPassword())) return null;
  const session = await getIronSession<Session>(webCookies(request, new Headers()), await options());
  const id = await liveId(session);
  if (id !== null) return id;
  throw new AppError("unauthorized", "Sign in first: open /login, or send the password to POST /api/login.");
}

/** For pages: redirects to the login page, which returns to `path`. */
export async function requirePage(path: string): Promise<void> {
  if (await isSignedIn()) return;
  const agent = (await headers()).get(AGENT_HEADER);
  const next = agent === null ? path : inAgent(baseOf(agent), path);
  redirect(`/login?${new URLSearchParams({ next })}`);
}

/** For pages: returns true if the user is signed in or no password is set. */
export async function isSignedIn(): Promise<boolean> {
  return (await ownSession()) !== null || !(await hasPassword());
}

/**
 * For pages: returns the session of the requesting browser, or null. Always reads the cookies, so that Next
 * never prerenders a page for everyone.
 */
export async function ownSession(): Promise<string | null> {
  const store = await cookies();
  return (await hasPassword()) ? liveId(await getIronSession<Session>(store, await options())) : null;
}

export async function signIn(request: Request): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Session>(webCookies(request, headers), await options());
  session.id = await beginSession(await sessionKey(), request.headers.get("user-agent") ?? "");
  await session.save();
  return headers;
}

/** Renews the cookie of a session that `replacePassword` kept, with the key of the new password. */
export async function keepSession(request: Request, id: string): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Session>(webCookies(request, headers), await options());
  session.id = id;
  await session.save();
  return headers;
}

export async function endOwnSession(request: Request): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Session>(webCookies(request, headers), await options());
  if (isId(session.id)) await endSession(session.id);
  session.destroy();
  return headers;
}

/** Time in ms after a change of the password until streams end, so that the changing browser has its new cookie. */
const COOKIE_MS = 1_000;

/**
 * Calls `end` when the session ends, and soon after the password was set, changed or removed. Returns the unsubscribe
 * function.
 */
export function onSessionEnd(id: string | null, end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = subscribe((notice) => {
    if (notice.type === "password") timer ??= setTimeout(end, COOKIE_MS).unref();
    if (notice.type === "session" && id !== null && (notice.id === null || notice.id === id)) end();
    // The notices lost during the gap may include the end of this session, so check it.
    if (notice.type === "gap")
      void isAllowed(id).then(
        (isLive) => isLive || end(),
        () => end(),
      );
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

const isAllowed = async (id: string | null): Promise<boolean> =>
  id === null ? !(await hasPassword()) : isLiveSession(await sessionKey(), id);

/** Returns the live sessions, last used first; none if no password is set. */
export const sessionsNow = async (): Promise<StoredSession[]> =>
  (await hasPassword()) ? listSessions(await sessionKey()) : [];

async function liveId({ id }: Partial<Session>): Promise<string | null> {
  if (!isId(id)) return null;
  const key = await sessionKey();
  return (await reread(() => isLiveSession(key, id))) ? id : null;
}

/** Rejects cookies of an earlier version, which have no id. */
const isId = (id: unknown): id is string => uuid.safeParse(id).success;

/**
 * Identifies the cookie key without revealing it. Sessions are stored under it, so they end when the key
 * changes.
 */
const sessionKey = async (): Promise<string> => keyIdOf(await passwordFingerprint());

const keyIdOf = (fingerprint: string) =>
  createHash("sha256").update(cookieKey(fingerprint)).digest("base64url").slice(0, 22);

/** Returns the key under which sessions are stored once `hash` is the stored password. */
export const sessionKeyUnder = (hash: string): string => keyIdOf(fingerprintOf(hash));

async function options(): Promise<SessionOptions> {
  const { EASEL_ORIGIN, PORT } = env();
  const origin = new URL(EASEL_ORIGIN ?? `http://localhost:${PORT}`);
  const secure = origin.protocol === "https:";
  return {
    // Browsers send cookies to all ports of a host, so two Easels on one machine need different names.
    cookieName: `${secure ? "__Host-" : ""}easel-${origin.port || "session"}`,
    password: cookieKey(await passwordFingerprint()),
    ttl: SECONDS,
    cookieOptions: { httpOnly: true, sameSite: "lax", secure, path: "/" },
  };
}

/** Derived from the password, so that a new password ends all sessions. */
const cookieKey = (fingerprint: string): string => secretKey(`session ${fingerprint}`).toString("base64url");
