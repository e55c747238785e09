import { z } from "zod";
import { addressOf } from "@/lib/agent/apps/publish";
import { route, routes } from "@/lib/platform/http/route";
import { appChange } from "@/lib/shared/apps/contract";
import { deleteApp, ownApp, renewLink, setVersion } from "@/lib/store/apps/apps";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Goes back to another version, unpublishes the app, or replaces its link. */
  PATCH: route(
    { agent: true, right: "own", params, body: appChange, fromPage: true },
    async ({ agentId, params: { id }, body: { version, newLink } }) => {
      const app = await ownApp(agentId, id);
      if (version !== undefined) await setVersion(app, version);
      if (newLink) await renewLink(app);
      const now = await ownApp(agentId, id);
      return { version: now.version, url: addressOf(now) };
    },
  ),
  DELETE: route({ agent: true, right: "own", params }, async ({ agentId, params: { id } }) => {
    await deleteApp(await ownApp(agentId, id));
    return { deleted: true };
  }),
});
