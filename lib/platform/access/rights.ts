import { actingProgram, isReachable } from "@/lib/ground/base/acting";
import type { PresentMember } from "@/lib/shared/agents/agent-view";
import { AppError } from "@/lib/shared/errors";
import type { Member } from "@/lib/shared/members/members";
import {
  type BoardRight,
  hasRole,
  includesRight,
  OWNER_ID,
  type Right,
  type Role,
} from "@/lib/shared/members/roles";
import { firstAgentOf } from "@/lib/store/agents/agent-making";
import { resolveAgent } from "@/lib/store/agents/agents";
import { type BoardRef, readBoardShare } from "@/lib/store/members/board-sharing";
import { readConversationAccess } from "@/lib/store/members/conversations";
import { agentsOf, isAlone, readMember, rightOn } from "@/lib/store/members/roster";

/*
 * Checks of rights. The route wrapper and the pages ask here, and the catalog of tools asks `rightOn`. While the owner is
 * the only member, they need no rows but the list of members, which is kept for two seconds.
 */

const NEEDED: Record<Exclude<Right, "use">, string> = {
  edit: "You may use this agent, but not change it. Ask its owner.",
  own: "Only the owner of this agent may do this.",
};

/** Throws `forbidden` if the member's role is weaker than `wanted`. */
export function assertRole({ role }: Member, wanted: Role): void {
  if (hasRole(role, wanted)) return;
  const who = wanted === "owner" ? "The owner" : wanted === "admin" ? "An admin or the owner" : "A member";
  throw new AppError("forbidden", `${who} of the workspace may do this, but your role is ${role}.`);
}

/**
 * Returns the agent `id`, or without an id the first agent on which the member has a right. Throws `not_found` if the
 * agent does not exist or the member may not use it, and `forbidden` if the right is weaker than `wanted`.
 */
export async function agentFor(member: Member, id: string | undefined, wanted: Right): Promise<string> {
  if (await isAlone()) return reached(await resolveAgent(id));
  const agentId =
    id === undefined ? await firstAgentOf(member, await agentsOf(member.id)) : await resolveAgent(id);
  await assertRight(member, agentId, wanted);
  return agentId;
}

/** Throws unless the member has the right on the agent, which may be in the bin. */
export async function assertRight(member: Member, agentId: string, wanted: Right): Promise<void> {
  reached(agentId);
  if (await isAlone()) return;
  const right = await rightOn(member.id, agentId);
  if (right === null)
    throw new AppError("not_found", `There is no agent ${agentId}. Omit ?agent= to use the first one.`);
  if (wanted !== "use" && !includesRight(right, wanted)) throw new AppError("forbidden", NEEDED[wanted]);
}

/** Returns the id. Throws `not_found` if a program acts that is for another agent. */
function reached(agentId: string): string {
  if (isReachable(agentId)) return agentId;
  throw new AppError("not_found", `This token is not for the agent ${agentId}. Omit ?agent= to use its own.`);
}

/** Returns whether the member is still there and has the right on the agent, if there is one. */
export async function mayUse(memberId: string, agentId: string | null, wanted: Right): Promise<boolean> {
  if (agentId !== null && !isReachable(agentId)) return false;
  if (memberId === OWNER_ID && (await isAlone())) return true;
  if ((await readMember(memberId)) === null) return false;
  return agentId === null || includesRight(await rightOn(memberId, agentId), wanted);
}

/** Returns the member as their pages show them; undefined for programs, and while the owner is the only member. */
export async function presentMember({ id, name, role }: Member): Promise<PresentMember | undefined> {
  return actingProgram() || (await isAlone()) ? undefined : { id, name, role };
}

type Asked = { member: Member; agentId: string; conversation: string; isReadable: boolean | undefined };

/** Throws `not_found` if the conversation is another member's and not shared. */
export async function assertConversation({
  member,
  agentId,
  conversation,
  isReadable,
}: Asked): Promise<void> {
  if (await isAlone()) return;
  const access = await readConversationAccess(member.id, agentId, conversation);
  if (access === "author" || access === "absent" || (isReadable && access === "reader")) return;
  if (access === "reader")
    throw new AppError("forbidden", "This conversation was shared with you to read. Copy it to go on.");
  throw new AppError("not_found", `There is no conversation ${conversation}.`);
}

/** Returns whether the member is the author of the conversation, or it is shared with them. */
export async function mayRead({
  member,
  agentId,
  conversation,
}: Omit<Asked, "isReadable">): Promise<boolean> {
  return (await isAlone()) || (await readConversationAccess(member.id, agentId, conversation)) !== "none";
}

/** A board that a member may open. `viewer`: the member whose view of the board they get. */
export type OpenBoard = BoardRef & { right: BoardRight; viewer: string };

/**
 * Returns the board if it is shared with the member, or its agent is. Throws `not_found` otherwise, and `forbidden` if the
 * right is weaker than `wanted`.
 */
export async function openBoard(member: Member, board: BoardRef, wanted: BoardRight): Promise<OpenBoard> {
  const open = await boardFor(member, board);
  if (!open) throw new AppError("not_found", "There is no such board, or it is no longer shared with you.");
  if (wanted === "edit" && open.right === "read")
    throw new AppError("forbidden", "This board is shared with you to read. Ask its owner.");
  return open;
}

async function boardFor(member: Member, board: BoardRef): Promise<OpenBoard | null> {
  const { agentId } = board;
  if (!isReachable(agentId)) return null;
  const own = await rightOn(member.id, agentId);
  if (own !== null)
    return { ...board, right: includesRight(own, "edit") ? "edit" : "read", viewer: member.id };
  const share = await readBoardShare(member, board);
  if (!share) return null;
  // Guests never edit.
  return { ...board, right: hasRole(member.role, "member") ? share.right : "read", viewer: share.sharedBy };
}
