import { z } from "zod";
import { updateAppRoom } from "@/lib/agent/apps/room";
import { presentVisit } from "@/lib/agent/apps/visit";
import { countRoomUpdate } from "@/lib/platform/access/visits";
import { route, routes } from "@/lib/platform/http/route";
import { MAX_UPDATE_BYTES, roomUpdate } from "@/lib/shared/rooms/update";

const params = z.object({ slug: z.string() });
const query = z.object({ version: z.coerce.number().int().min(1) });

/** The room of an app: its visitors, and the values that they share while they have it open. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { public: true, params, query, body: roomUpdate, maxBytes: MAX_UPDATE_BYTES },
    async ({ request, params: { slug }, query: { version }, body }) => {
      await countRoomUpdate(request);
      return updateAppRoom(await presentVisit(slug, request), version, body);
    },
  ),
});
