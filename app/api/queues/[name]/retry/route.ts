import { z } from "zod";
import { backgroundJobs } from "@/lib/agent/background/index";
import { retryFailed } from "@/lib/agent/background/queue";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ params: z.object({ name: z.string() }) }, async ({ params: { name } }) => {
    const job = backgroundJobs.find((one) => one.name === name);
    if (!job) throw new AppError("not_found", `There is no queue ${name}. GET /api/queues lists them.`);
    return { retried: await retryFailed(job) };
  }),
});
