import { randomUUID } from "node:crypto";
import { z } from "zod";
import { hashPassword } from "@/lib/ground/base/password-hash";
import { hashOfToken } from "@/lib/ground/base/token";
import { countLoginAttempt, resetLoginAttempts } from "@/lib/platform/access/login-limit";
import { AppError } from "@/lib/shared/errors";
import { OWNER_ID } from "@/lib/shared/members/roles";
import type { InvitationAnswer, InvitationPasskeyStart } from "@/lib/shared/members/sign-in";
import { endSessionsOf } from "@/lib/store/conversations/sessions";
import { readInvitation, takeInvitation } from "@/lib/store/members/invitations";
import { inviterOf } from "@/lib/store/members/joining";
import { addPasskey } from "@/lib/store/members/passkeys";
import { beginSignIn, takeSignIn } from "@/lib/store/members/sign-ins";
import { beginMemberSession } from "./begin";
import { finishPasskey, startPasskey } from "./passkeys";

const SECONDS = 300;

/** Data for the page of an invitation. `isRenewal`: it lets a member set a new password. */
export type InvitationShown = { by: string; name: string; email: string | null; isRenewal: boolean };

/** Returns null for an invitation that is unknown, was used or is too old: visitors learn no difference. */
export async function showInvitation(token: string): Promise<InvitationShown | null> {
  const found = await openInvitation(token);
  if (!found) return null;
  const { id, name, email, memberId } = found;
  return { by: await inviterOf(id), name, email, isRenewal: memberId !== null };
}

/** The owner recovers access by the shell alone. */
async function openInvitation(token: string) {
  const found = await readInvitation(hashOfToken(token));
  return found?.memberId === OWNER_ID ? null : found;
}

/** Makes the member with a password, or sets the new password of a member. Returns the headers with the session. */
export async function answerInvitation(
  request: Request,
  { token, name, email, password }: InvitationAnswer,
): Promise<Headers> {
  await countLoginAttempt(request);
  const found = await openInvitation(token);
  if (!found) throw over();
  const isRenewal = found.memberId !== null;
  if (!isRenewal && name === undefined) throw missing("name");
  if (!isRenewal && email === undefined) throw missing("email");
  const passwordHash = await hashPassword(password);
  const fields = { name: name ?? "", email: email ?? null, passwordHash };
  const member = await takeInvitation(hashOfToken(token), fields);
  if (!member) throw over();
  if (isRenewal) await endSessionsOf(member.id);
  await resetLoginAttempts(request);
  return beginMemberSession(request, member.id);
}

const person = z.object({ id: z.string(), name: z.string(), email: z.string(), tokenHash: z.string() });

/** Starts to answer an invitation with a passkey. The member is made once the passkey is verified. */
export async function startInvitationPasskey(
  request: Request,
  { token, name, email }: InvitationPasskeyStart,
) {
  const found = await openInvitation(token);
  if (!found || found.memberId !== null) throw over();
  const member = { id: randomUUID(), name, email };
  const joining = await beginSignIn("joining", { ...member, tokenHash: hashOfToken(token) }, SECONDS);
  const { id, options } = await startPasskey(request, member, `invitation ${joining}`);
  return { id, joining, options };
}

/** Makes the member with a passkey. Returns the headers with the session. */
export async function finishInvitationPasskey(
  request: Request,
  { joining, ...answer }: { joining: string; id: string; response: Record<string, unknown> },
): Promise<Headers> {
  await countLoginAttempt(request);
  const { data } = person.safeParse(await takeSignIn("joining", joining));
  if (!data) throw new AppError("conflict", "This took too long, or was done already. Try again.");
  const passkey = await finishPasskey(request, answer, `invitation ${joining}`);
  const { tokenHash, ...fields } = data;
  const member = await takeInvitation(tokenHash, fields, async (tx) => {
    if (!(await addPasskey(passkey, tx))) throw new AppError("conflict", "This passkey exists already.");
  });
  if (!member) throw over();
  await resetLoginAttempts(request);
  return beginMemberSession(request, member.id);
}

const over = () =>
  new AppError("not_found", "This invitation was used, was revoked or has expired. Ask for a new one.");

function missing(path: "name" | "email") {
  const message = path === "name" ? "Enter your name" : "Enter your email";
  return new AppError("invalid", message, { details: [{ path, message }] });
}
