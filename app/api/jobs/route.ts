import { createJob, listCronJobs } from "@/lib/data/schedule/jobs";
import { route, routes } from "@/lib/platform/http/route";
import { newJob } from "@/lib/shared/jobs/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ jobs: await listCronJobs(agentId) })),
  POST: route({ agent: true, body: newJob }, async ({ agentId, body }) => ({
    job: await createJob(agentId, body, { author: "person", cause: null }),
  })),
});
