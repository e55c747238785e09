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
} from "@/lib/store/conversations/sessions";
import { reread } from "@/lib/store/unreachable";

const SECONDS = SESSION_DAYS * 24 * 60 * 60;

/** What the cookie seals: the row that says whether it still counts. */
type Session = { id: string };

/**
 * The id of the session that `request` carries, or null where no password is set and everybody who reaches us is the
 * person. Throws where there is none, or it has ended.
 */
export async function requireSession(request: Request): Promise<string | null> {
  if (env().EASEL_PASSWORD === undefined) return null;
  const session = await getIronSession<Session>(webCookies(request, new Headers()), options());
  const id = await liveId(session);
  if (id !== null) return id;
  throw new AppError("unauthorized", "Sign in first: open /login, or send the password to POST /api/login.");
}

/** For pages: leads to the login page, which leads back to `path`. */
export async function requirePage(path: string): Promise<void> {
  if (await isSignedIn()) return;
  const agent = (await headers()).get(AGENT_HEADER);
  const next = agent === null ? path : inAgent(baseOf(agent), path);
  redirect(`/login?${new URLSearchParams({ next })}`);
}

/** For pages: whether somebody is signed in, or need not. */
export async function isSignedIn(): Promise<boolean> {
  return (await ownSession()) !== null || env().EASEL_PASSWORD === undefined;
}

/**
 * For pages: the session of the browser that asks; null where there is none. Reads the cookies in any case, so that no
 * page is built once and served to everybody.
 */
export async function ownSession(): Promise<string | null> {
  const store = await cookies();
  return env().EASEL_PASSWORD === undefined ? null : liveId(await getIronSession<Session>(store, options()));
}

/** The headers that begin a session in the browser which sent `request`. */
export async function signIn(request: Request): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Session>(webCookies(request, headers), options());
  session.id = await beginSession(sessionKey(), request.headers.get("user-agent") ?? "");
  await session.save();
  return headers;
}

/** Ends the session of `request`, and gives the headers that take its cookie away. */
export async function endOwnSession(request: Request): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Session>(webCookies(request, headers), options());
  if (isId(session.id)) await endSession(session.id);
  session.destroy();
  return headers;
}

/** Calls `end` when a session has ended. Gives what ends the waiting. */
export const onSessionEnd = (id: string, end: () => void): (() => void) =>
  subscribe((notice) => {
    if (notice.type === "session" && (notice.id === null || notice.id === id)) end();
    // Its end may have been missed.
    if (notice.type === "gap")
      void isLiveSession(sessionKey(), id).then(
        (isLive) => isLive || end(),
        () => end(),
      );
  });

/** Who is signed in now, the newest used first; nobody where no password is set. */
export const sessionsNow = () => (env().EASEL_PASSWORD === undefined ? [] : listSessions(sessionKey()));

async function liveId({ id }: Partial<Session>): Promise<string | null> {
  if (!isId(id)) return null;
  return (await reread(() => isLiveSession(sessionKey(), id))) ? id : null;
}

/** A cookie of an earlier version names none. */
const isId = (id: unknown): id is string => uuid.safeParse(id).success;

/** Names the key of the cookies, and does not tell it. */
const sessionKey = () => createHash("sha256").update(cookieKey()).digest("base64url").slice(0, 22);

function options(): SessionOptions {
  const { EASEL_ORIGIN, PORT } = env();
  const origin = new URL(EASEL_ORIGIN ?? `http://localhost:${PORT}`);
  const secure = origin.protocol === "https:";
  return {
    // Cookies do not tell ports apart: two Easels on one machine would sign each other out.
    cookieName: `${secure ? "__Host-" : ""}easel-${origin.port || "session"}`,
    password: cookieKey(),
    ttl: SECONDS,
    cookieOptions: { httpOnly: true, sameSite: "lax", secure, path: "/" },
  };
}

/** The password is a part of it, so that a new one ends every session that the old one began. */
function cookieKey(): string {
  const fingerprint = createHash("sha256")
    .update(env().EASEL_PASSWORD ?? "")
    .digest("base64url");
  return secretKey(`session ${fingerprint}`).toString("base64url");
}
