import { jsonBody, request } from "@/components/client/request";
import type { NewInvitation } from "@/lib/shared/members/members";
import type { GivenRole } from "@/lib/shared/members/roles";
import { type Invitation, invitationsView, madeInvitation } from "@/lib/shared/members/view";

export const INVITATIONS = ["invitations"] as const;

export async function listInvitations(signal?: AbortSignal): Promise<Invitation[]> {
  return invitationsView.parse(await (await request("/api/invitations", { signal })).json()).invitations;
}

export async function invite(wanted: Omit<NewInvitation, "email">): Promise<Invitation> {
  const response = await request("/api/invitations", { method: "POST", ...jsonBody(wanted) });
  return madeInvitation.parse(await response.json()).invitation;
}

export async function revokeInvitation(id: string): Promise<void> {
  await request(`/api/invitations/${id}`, { method: "DELETE" });
}

export async function changeMember(
  id: string,
  change: { role?: GivenRole; dailyUsd?: number | null },
): Promise<void> {
  await request(`/api/members/${id}`, { method: "PATCH", ...jsonBody(change) });
}

export async function removeMember(id: string): Promise<void> {
  await request(`/api/members/${id}`, { method: "DELETE" });
}

/** Makes a link by which the member sets a new password. */
export async function inviteAgain(id: string): Promise<Invitation> {
  const response = await request(`/api/members/${id}/invitation`, { method: "POST" });
  return madeInvitation.parse(await response.json()).invitation;
}
