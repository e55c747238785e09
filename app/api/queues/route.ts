import { backgroundJobs } from "@/lib/agent/background/index";
import { readQueues } from "@/lib/agent/background/queue";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({}, async () => ({ queues: await readQueues(backgroundJobs) })),
});
