import { updateRoom } from "@/lib/platform/rooms/rooms";
import { AppError } from "@/lib/shared/errors";
import type { RoomAnswer } from "@/lib/shared/rooms/room";
import type { RoomUpdate } from "@/lib/shared/rooms/update";
import type { Visit } from "./visit";

/** Identifies a visitor as the reader of the stream of an app. */
export const visitorOwner = ({ app, visitor }: Visit): string => `app ${app.id} ${visitor.id}`;

/** Updates the room of a version of an app. Other versions may use other values, so they have other rooms. */
export async function updateAppRoom(visit: Visit, shown: number, update: RoomUpdate): Promise<RoomAnswer> {
  const { app, version, visitor } = visit;
  if (shown !== version.number && !update.leave)
    throw new AppError("conflict", "This app has another version now. Reload the page.");
  const room = JSON.stringify(["app", app.id, shown]);
  const name = visitor.name || `Visitor ${visitor.number}`;
  return updateRoom({ room, owner: visitorOwner(visit), name }, update);
}
