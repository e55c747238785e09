import { z } from "zod";
import { runCodeAgain } from "@/lib/agent/activity/again";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

const params = z.object({ id: uuid });
const body = z.strictObject({
  code: z.string().min(1, "Give the code to run").max(200_000).optional(),
});

/** Runs the code of an execution again, optionally edited. Writes go to a copy of the state. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, right: "own", params, body },
    ({ agentId, params: { id }, body: { code }, request }) => runCodeAgain(agentId, id, code, request.signal),
  ),
});
