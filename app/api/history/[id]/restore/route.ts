import { z } from "zod";
import { restoreVersion } from "@/lib/code/history/restore";
import { route, routes } from "@/lib/platform/http/route";
import { restoration } from "@/lib/shared/components/fields";
import { uuid } from "@/lib/shared/ids";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, params: z.object({ id: uuid }), body: restoration },
    ({ agentId, params: { id }, body }) => restoreVersion(agentId, id, body?.accept),
  ),
});
