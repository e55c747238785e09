import { z } from "zod";
import { deleteCronJob, readCronJob, updateJob } from "@/lib/data/schedule/jobs";
import { route, routes } from "@/lib/platform/http/route";
import { jobChange } from "@/lib/shared/jobs/fields";

const params = z.object({ id: z.uuid() });
const user = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params: { id } }) => ({
    job: await readCronJob(agentId, id),
  })),
  PATCH: route({ agent: true, params, body: jobChange }, async ({ agentId, params: { id }, body }) => ({
    job: await updateJob(agentId, id, body, user),
  })),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { id } }) => {
    await deleteCronJob(agentId, id, user);
    return { deleted: true };
  }),
});
