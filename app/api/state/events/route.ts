import { changes } from "@/lib/http/changes";
import { route, routes } from "@/lib/http/route";
import { read } from "@/lib/store/state";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ request, agentId }) =>
    changes(request, async (notice) =>
      notice.type === "state" && notice.agent === agentId
        ? { key: notice.key, value: await read(agentId, notice.key) }
        : null,
    ),
  ),
});
