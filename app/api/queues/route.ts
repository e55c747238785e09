import { route, routes } from "@/lib/http/route";
import { backgroundJobs } from "@/lib/jobs/index";
import { readQueues } from "@/lib/jobs/queue";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({}, async () => ({ queues: await readQueues(backgroundJobs) })),
});
