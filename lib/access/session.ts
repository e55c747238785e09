import { createHash } from "node:crypto";
import { getIronSession, type SessionOptions, webCookies } from "iron-session";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { secretKey } from "@/lib/access/secret";
import { env } from "@/lib/env";
import { AppError } from "@/lib/shared/errors";

const DAYS_30 = 30 * 24 * 60 * 60;

type Session = { since: number };

/** Throws unless `request` carries a session, or no password is set and everybody who reaches us is the person. */
export async function requireSession(request: Request): Promise<void> {
  if (env().EASEL_PASSWORD === undefined) return;
  const { since } = await getIronSession<Session>(webCookies(request, new Headers()), options());
  if (since !== undefined) return;
  throw new AppError("unauthorized", "Sign in first: open /login, or send the password to POST /api/login.");
}

/** For pages: leads to the login page, which leads back to `path`. */
export async function requirePage(path: string): Promise<void> {
  if (!(await isSignedIn())) redirect(`/login?${new URLSearchParams({ next: path })}`);
}

/** For pages. Reads the cookies in any case, so that no page is built once and served to everybody. */
export async function isSignedIn(): Promise<boolean> {
  const store = await cookies();
  if (env().EASEL_PASSWORD === undefined) return true;
  return (await getIronSession<Session>(store, options())).since !== undefined;
}

/** The headers that begin a session in the browser which sent `request`. */
export async function signIn(request: Request): Promise<Headers> {
  const headers = new Headers();
  const session = await getIronSession<Session>(webCookies(request, headers), options());
  session.since = Date.now();
  await session.save();
  return headers;
}

/** The headers that end it. */
export async function signOut(request: Request): Promise<Headers> {
  const headers = new Headers();
  (await getIronSession<Session>(webCookies(request, headers), options())).destroy();
  return headers;
}

function options(): SessionOptions {
  const { EASEL_PASSWORD = "", EASEL_ORIGIN, PORT } = env();
  const origin = new URL(EASEL_ORIGIN ?? `http://localhost:${PORT}`);
  const secure = origin.protocol === "https:";
  // Part of the key, so that a new password ends every session that the old one began.
  const fingerprint = createHash("sha256").update(EASEL_PASSWORD).digest("base64url");
  return {
    // Cookies do not tell ports apart: two Easels on one machine would sign each other out.
    cookieName: `${secure ? "__Host-" : ""}easel-${origin.port || "session"}`,
    password: secretKey(`session ${fingerprint}`).toString("base64url"),
    ttl: DAYS_30,
    cookieOptions: { httpOnly: true, sameSite: "lax", secure, path: "/" },
  };
}
