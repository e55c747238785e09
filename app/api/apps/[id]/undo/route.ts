import { z } from "zod";
import { undoVisitor } from "@/lib/agent/apps/undo";
import { route, routes } from "@/lib/platform/http/route";
import { ownApp } from "@/lib/store/apps/apps";

const params = z.object({ id: z.uuid() });
const body = z.strictObject({ visitor: z.uuid() });

/** Takes back what one visitor wrote. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, right: "own", params, body },
    async ({ agentId, params: { id }, body: { visitor } }) => undoVisitor(await ownApp(agentId, id), visitor),
  ),
});
