import { env, isLoopback } from "@/lib/ground/base/env";
import { hashPassword } from "@/lib/ground/base/password-hash";
import { AppError } from "@/lib/shared/errors";
import { replacePassword } from "@/lib/store/conversations/password";
import { isAlone } from "@/lib/store/members/roster";
import { countLoginAttempt, resetLoginAttempts } from "./login-limit";
import { isPassword, passwordSource, storedHash } from "./password";
import { keepSession, requireSession, sessionKeyUnder, signIn } from "./session";

/**
 * Throws `forbidden` unless a page of Easel sent the request: browsers name the page in `Origin`, and the guard has
 * refused all others. Programs must not change who may sign in.
 */
export function assertOrigin({ headers }: Request): void {
  if (!headers.has("origin"))
    throw new AppError("forbidden", "Only a page of Easel may do this. Open Settings → General.");
}

/** Throws unless `current` is the password, or none is set. Counts as an attempt to sign in. */
export async function confirmPassword(request: Request, current: string | undefined): Promise<void> {
  if ((await passwordSource()) === null) return;
  if (!current) throw wrong("Enter the current password");
  await countLoginAttempt(request);
  if (!(await isPassword(current))) throw wrong("Wrong password. Try again.");
  await resetLoginAttempts(request);
}

/**
 * Sets or changes the password. Ends every other session; the requesting browser stays signed in. Returns the
 * headers with its cookie.
 */
export async function setPassword(
  request: Request,
  { current, password }: { current?: string; password: string },
): Promise<Headers> {
  await assertChangeable();
  const was = await storedHash();
  await confirmPassword(request, current);
  const session = await requireSession(request);
  const hash = await hashPassword(password);
  const kept = await replace({ was, hash, session, key: sessionKeyUnder(hash) });
  return kept === null ? signIn(request) : keepSession(request, kept);
}

/** Removes the password and ends all sessions. */
export async function removePassword(request: Request, current: string): Promise<void> {
  await assertChangeable();
  const was = await storedHash();
  if (was === null) throw new AppError("conflict", "No password is set.");
  const { EASEL_ORIGIN: origin } = env();
  if (origin !== undefined && !isLoopback(new URL(origin).hostname.replace(/^\[(.*)\]$/, "$1")))
    throw new AppError(
      "conflict",
      `Easel is reached at ${origin}, so it needs a password. Change it instead.`,
    );
  if (!(await isAlone()))
    throw new AppError(
      "conflict",
      "Other members sign in here, so Easel needs a password. Remove them first.",
    );
  await confirmPassword(request, current);
  await replace({ was, hash: null, session: null, key: "" });
}

async function assertChangeable(): Promise<void> {
  if ((await passwordSource()) === "environment")
    throw new AppError("conflict", "EASEL_PASSWORD sets the password. Change it there, then restart Easel.");
}

async function replace(change: Parameters<typeof replacePassword>[0]): Promise<string | null> {
  const kept = await replacePassword(change);
  if (kept === false)
    throw new AppError("conflict", "The password was changed at the same time. Reload the page.");
  return kept;
}

const wrong = (message: string) =>
  new AppError("invalid", message, { details: [{ path: "current", message }] });
