import { updateRoom } from "@/lib/platform/rooms/rooms";
import type { Member } from "@/lib/shared/members/members";
import type { RoomAnswer } from "@/lib/shared/rooms/room";
import type { RoomUpdate } from "@/lib/shared/rooms/update";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";
import { componentOnSurface } from "./access";

/** Identifies a member of an agent as the reader of an event stream. */
export const roomOwner = (agentId: string, memberId: string): string => `agent ${agentId} ${memberId}`;

/** Updates the room of the component on a surface. Throws `not_found` if the surface has no component. */
export function updateSurfaceRoom(id: SurfaceId, member: Member, update: RoomUpdate): Promise<RoomAnswer> {
  const { agentId, conversationId, messageId, toolCallId } = id;
  const room = JSON.stringify(["surface", agentId, conversationId, messageId, toolCallId]);
  const name = member.name || "Owner";
  return updateRoom({ room, owner: roomOwner(agentId, member.id), name }, update, async () => {
    await componentOnSurface(id);
  });
}
