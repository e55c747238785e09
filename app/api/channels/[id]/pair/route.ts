import { z } from "zod";
import { channelOf } from "@/lib/doors/channels";
import { newPairing } from "@/lib/doors/channels/pair";
import { route, routes } from "@/lib/platform/http/route";

/** Creates a code that pairs one user, and invalidates earlier codes. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, role: "admin", right: "own", params: z.object({ id: z.string() }), fromPage: true },
    ({ agentId, params: { id } }) => newPairing({ agentId, id: channelOf(id).id }),
  ),
});
