import { runNow } from "@/lib/agent/background/job-run";
import { fork, rehearseJob } from "@/lib/agent/rehearsals/begin";
import { rehearsalsOf, viewOf } from "@/lib/agent/rehearsals/detail";
import { route, routes } from "@/lib/platform/http/route";
import { newRehearsal } from "@/lib/shared/rehearsal-requests";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own" }, async ({ agentId }) => ({
    rehearsals: await rehearsalsOf(agentId),
  })),
  POST: route({ agent: true, right: "own", body: newRehearsal }, async ({ agentId, body }) => ({
    rehearsal: await viewOf(
      "job" in body ? await rehearseJob(agentId, body.job, runNow) : await fork(agentId, body),
    ),
  })),
});
