import { z } from "zod";
import { exportAgent } from "@/lib/code/history/export";
import { route, routes } from "@/lib/platform/http/route";
import { streamOf } from "@/lib/platform/http/stream";

const query = z.object({
  /** `live`: without earlier versions. */
  history: z.enum(["all", "live"]).default("all"),
  conversations: z.stringbool().default(false),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", query }, ({ agentId, query: { history, conversations } }) => {
    const now = new Date();
    const name = `easel-agent-${now.toISOString().slice(0, 10)}.json`;
    return new Response(streamOf(exportAgent(agentId, history, now, { conversations })), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
        "cache-control": "no-store",
      },
    });
  }),
});
