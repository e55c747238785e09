import { z } from "zod";
import { uuid } from "../ids";
import { BOARD_RIGHTS, GIVEN_ROLES, SHARED_RIGHTS } from "./roles";
import { INVITATION_DAYS } from "./view";

export {
  type AgentSharing,
  type BoardSharing,
  type ConversationSharing,
  type Invitation,
  listedMember,
  type Member,
  type MemberDetails,
} from "./view";

export const MAX_NAME = 100;
export const MIN_PASSWORD = 8;
export const MAX_MEMBERS = 500;

const name = z.string().trim().min(1, "Enter a name").max(MAX_NAME);
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email("This is not an email address"));
export const newPassword = z.string().min(MIN_PASSWORD, `Use at least ${MIN_PASSWORD} characters`).max(1_000);

export const ownChange = z.strictObject({
  name: name.optional(),
  email: email.optional(),
});

export const memberChange = z.strictObject({
  role: z.enum(GIVEN_ROLES).optional(),
  /** Maximum cost of a day in US dollars; null removes the limit. */
  dailyUsd: z.number().nonnegative().max(1_000_000).nullable().optional(),
});

export const newInvitation = z.strictObject({
  role: z.enum(GIVEN_ROLES).default("member"),
  /** A note about the recipient. */
  name: z.string().trim().max(MAX_NAME).default(""),
  email: email.optional(),
  days: z.union(INVITATION_DAYS.map((days) => z.literal(days))).default(7),
  /** Agents that are shared with the new member. */
  agents: z
    .array(z.strictObject({ id: uuid, right: z.enum(SHARED_RIGHTS) }))
    .max(100)
    .default([]),
});
export type NewInvitation = z.infer<typeof newInvitation>;

export const acceptance = z.strictObject({
  token: z.string().min(1).max(100),
  name,
  email,
  password: newPassword,
});

/** `everyone`: the right of every member. `members`: members with a higher right. */
export const agentSharing = z.strictObject({
  everyone: z.enum(SHARED_RIGHTS).nullable(),
  members: z.array(z.strictObject({ memberId: uuid, right: z.enum(SHARED_RIGHTS) })).max(MAX_MEMBERS),
});

/** `everyone`: all members who may use the agent. */
export const conversationSharing = z.strictObject({
  everyone: z.boolean(),
  members: z.array(uuid).max(MAX_MEMBERS),
});

/** `everyone`: the right of every member except guests; null if omitted. `members`: members by name. */
export const boardSharing = z.strictObject({
  everyone: z.enum(BOARD_RIGHTS).nullable().default(null),
  members: z.array(z.strictObject({ memberId: uuid, right: z.enum(BOARD_RIGHTS) })).max(MAX_MEMBERS),
});
