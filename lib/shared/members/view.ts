import * as z from "zod/mini";
import { BOARD_RIGHTS, GIVEN_ROLES, ROLES, SHARED_RIGHTS } from "./roles";

/* Responses of the routes of members. Uses zod/mini because pages load this module. */

/** A member, as other members see them. */
export const listedMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role: z.enum(ROLES),
});
export type Member = z.infer<typeof listedMember>;

/** A member, as the owner and admins see them. `spentUsd`: cost of today in US dollars. */
export const memberDetails = z.extend(listedMember, {
  dailyUsd: z.nullable(z.number()),
  spentUsd: z.number(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type MemberDetails = z.infer<typeof memberDetails>;

export const membersView = z.object({ members: z.array(z.union([memberDetails, listedMember])) });

export const invitationView = z.object({
  id: z.string(),
  role: z.enum(GIVEN_ROLES),
  name: z.string(),
  email: z.nullable(z.string()),
  /** The member whose sign-in the link renews; null if it invites a new one. */
  memberId: z.nullable(z.string()),
  /** Null if the link was made by another installation and cannot be shown again. */
  url: z.nullable(z.string()),
  expiresAt: z.string(),
  createdAt: z.string(),
});
export type Invitation = z.infer<typeof invitationView>;

export const invitationsView = z.object({ invitations: z.array(invitationView) });
export const madeInvitation = z.object({ invitation: invitationView });

export const INVITATION_DAYS = [1, 7, 30] as const;

/** `everyone`: the right of every member. `members`: members with a higher right. */
const sharingOfAgent = z.object({
  everyone: z.nullable(z.enum(SHARED_RIGHTS)),
  members: z.array(z.object({ memberId: z.string(), right: z.enum(SHARED_RIGHTS) })),
});
export type AgentSharing = z.infer<typeof sharingOfAgent>;
export const agentSharingView = z.object({ sharing: sharingOfAgent });

/** `everyone`: all members who may use the agent. */
const sharingOfConversation = z.object({ everyone: z.boolean(), members: z.array(z.string()) });
export type ConversationSharing = z.infer<typeof sharingOfConversation>;
export const conversationSharingView = z.object({ sharing: sharingOfConversation });

/** `everyone`: the right of every member except guests. `members`: members by name. */
const sharingOfBoard = z.object({
  everyone: z.nullable(z.enum(BOARD_RIGHTS)),
  members: z.array(z.object({ memberId: z.string(), right: z.enum(BOARD_RIGHTS) })),
});
export type BoardSharing = z.infer<typeof sharingOfBoard>;
export const boardSharingView = z.object({ sharing: sharingOfBoard });
