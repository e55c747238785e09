import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { runNow } from "@/lib/agent/background/firing";
import { readTrigger } from "@/lib/data/schedule/triggers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params: z.object({ id: z.uuid() }) }, async ({ agentId, params: { id } }) => {
    const { kind } = await readTrigger(agentId, id);
    return { run: await runNow({ agentId, id, kind }) };
  }),
});
