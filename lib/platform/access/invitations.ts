import { randomUUID } from "node:crypto";
import { publicOrigin } from "@/lib/ground/base/env";
import { hashOfToken, tokenOf } from "@/lib/ground/base/token";
import { AppError } from "@/lib/shared/errors";
import type { Invitation, NewInvitation } from "@/lib/shared/members/members";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { addInvitation, listInvitations, type StoredInvitation } from "@/lib/store/members/invitations";
import { noMember } from "@/lib/store/members/members";
import { readMember } from "@/lib/store/members/roster";
import { hasPassword } from "./password";

/** Purpose of the tokens of links. */
const INVITATIONS = "invitations";

/**
 * Makes a link by which a new member joins. Throws `forbidden` without a password, because every client then acts as the
 * owner.
 */
export async function invite(invitedBy: string, fields: NewInvitation): Promise<Invitation> {
  return make({ ...fields, invitedBy });
}

/** Makes a link by which a member sets a new password. It also switches off their second factor. */
export async function inviteAgain(invitedBy: string, memberId: string): Promise<Invitation> {
  const member = await readMember(memberId);
  if (!member) throw noMember();
  if (member.id === OWNER_ID || member.role === "owner")
    throw new AppError("conflict", "The owner recovers access with npm run password, where Easel runs.");
  const { role, name, email } = member;
  return make({ role, name, email: email ?? undefined, days: 7, agents: [], memberId, invitedBy });
}

async function make(
  fields: Omit<Parameters<typeof addInvitation>[0], "id" | "tokenHash">,
): Promise<Invitation> {
  if (!(await hasPassword()))
    throw new AppError("forbidden", "Inviting requires a password. Set one in Settings → General.");
  const id = randomUUID();
  return view(await addInvitation({ ...fields, id, tokenHash: hashOfToken(tokenOf(INVITATIONS, id)) }));
}

export const openInvitations = async (): Promise<Invitation[]> => (await listInvitations()).map(view);

function view({ tokenHash, ...invitation }: StoredInvitation): Invitation {
  const token = tokenOf(INVITATIONS, invitation.id);
  const isOwn = hashOfToken(token) === tokenHash;
  return { ...invitation, url: isOwn ? `${publicOrigin()}/invite/${token}` : null };
}
