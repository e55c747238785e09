import { z } from "zod";
import { runByHand } from "@/lib/code/tools/run";
import { route, routes } from "@/lib/platform/http/route";
import { jsonValue } from "@/lib/shared/json-value";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, params: z.object({ name: z.string() }), body: z.strictObject({ args: jsonValue }) },
    ({ request, agentId, params: { name }, body: { args } }) =>
      runByHand(agentId, name, args, request.signal),
  ),
});
