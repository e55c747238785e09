import { env } from "@/lib/ground/base/env";
import { hashPassword, isHashOf } from "@/lib/ground/base/password-hash";
import { singleton } from "@/lib/ground/base/process";
import { setPassword } from "@/lib/platform/access/change-password";
import { countLoginAttempt, resetLoginAttempts } from "@/lib/platform/access/login-limit";
import { hasPassword, isPassword, storedHash } from "@/lib/platform/access/password";
import { AppError } from "@/lib/shared/errors";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { Login, PasswordChange } from "@/lib/shared/members/sign-in";
import { endSessionsOf } from "@/lib/store/conversations/sessions";
import {
  type Credentials,
  findCredentials,
  readCredentials,
  writePassword,
} from "@/lib/store/members/two-factor";
import { beginMemberSession } from "./begin";
import { requireCode } from "./two-factor";

/**
 * Signs in the member of `email`, or without an address the owner. A wrong address and a wrong password give the same
 * error after the same time.
 */
export async function signInWithPassword(
  request: Request,
  { email, password, code }: Login,
): Promise<Headers> {
  if (!(await hasPassword()))
    throw new AppError("conflict", "No password is set, so no sign-in is needed. Open / to start.");
  await countLoginAttempt(request);
  const member = email === undefined ? await ownerBy(password) : await memberBy(email, password);
  if (member === null)
    throw new AppError("unauthorized", `Wrong ${email === undefined ? "" : "email or "}password. Try again.`);
  await requireCode(member, code);
  await resetLoginAttempts(request);
  return beginMemberSession(request, member.id);
}

const ownerBy = async (password: string): Promise<Credentials | null> =>
  (await isPassword(password)) ? readCredentials(OWNER_ID) : null;

/** Always checks one hash of members, and the password of the environment if there is one, which costs less. */
async function memberBy(email: string, password: string): Promise<Credentials | null> {
  const member = await findCredentials(email);
  const isOwner = member?.role === "owner";
  const hasEnvironment = env().EASEL_PASSWORD !== undefined;
  const hash = isOwner && !hasEnvironment ? await storedHash() : member?.passwordHash;
  const isMatch = await isHashOf(hash ?? (await dummyHash()), password);
  const isEnvironment = hasEnvironment && (await isPassword(password));
  return (isOwner && hasEnvironment ? isEnvironment : isMatch && hash != null) ? member : null;
}

/** A hash that no password has been chosen for, with the cost of the others. */
const dummyHash = () => singleton("dummy hash", () => hashPassword(crypto.randomUUID()));

/** Throws `invalid` unless `password` is the member's. Counts as an attempt to sign in. */
export async function confirmMember(
  request: Request,
  memberId: string,
  password: string | undefined,
  path = "password",
): Promise<void> {
  const wrong = (message: string) => new AppError("invalid", message, { details: [{ path, message }] });
  if (!password) throw wrong("Enter your password");
  await countLoginAttempt(request);
  const hash = memberId === OWNER_ID ? null : (await readCredentials(memberId))?.passwordHash;
  const isRight =
    memberId === OWNER_ID ? await isPassword(password) : hash != null && (await isHashOf(hash, password));
  if (!isRight) throw wrong("Wrong password. Try again.");
  await resetLoginAttempts(request);
}

/**
 * Sets or changes the password of a member, and ends their other sessions. Returns the headers with the cookie of this
 * browser, which stays signed in.
 */
export async function changeOwnPassword(
  request: Request,
  { memberId, session }: { memberId: string; session: string | null },
  { current, password }: PasswordChange,
): Promise<Headers> {
  if (memberId === OWNER_ID) return setPassword(request, { current, password });
  if ((await readCredentials(memberId))?.passwordHash != null)
    await confirmMember(request, memberId, current, "current");
  await writePassword(memberId, await hashPassword(password));
  await endSessionsOf(memberId, session ?? undefined);
  return new Headers();
}
