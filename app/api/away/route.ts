import { z } from "zod";
import { changesUnattended } from "@/lib/code/history/changes";
import { route, routes } from "@/lib/platform/http/route";
import { dismissAway, MAX_ENTRIES, readAway, visit } from "@/lib/store/activity/away";

const query = z.object({
  since: z.iso.datetime({ offset: true, error: "Give a time such as 2026-05-01T00:00:00Z" }),
});

/** Activity while no tab was visible. GET reads it, POST reports a visible tab, DELETE dismisses it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", query }, async ({ agentId, query }) => {
    const since = new Date(query.since).toISOString();
    const [away, done] = await Promise.all([
      readAway(agentId, since),
      changesUnattended(agentId, since, MAX_ENTRIES),
    ]);
    return { ...away, done };
  }),
  POST: route({ agent: true, right: "own", scope: "none" }, async ({ agentId }) => ({
    since: await visit(agentId),
  })),
  DELETE: route({ agent: true, right: "own", scope: "none" }, async ({ agentId }) => {
    await dismissAway(agentId);
    return { success: true };
  }),
});
