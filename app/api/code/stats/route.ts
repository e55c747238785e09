import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { readExecutionStats } from "@/lib/store/agents/executions";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";

const RANGE = "Give a whole number of days from 1 to 30: runs are kept for 30 days";
const query = z.object({
  days: z
    .string()
    .regex(/^\d{1,2}$/, RANGE)
    .transform(Number)
    .refine((days) => days >= 1 && days <= 30, RANGE)
    .default(7),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", query }, async ({ agentId, query: { days } }) =>
    readExecutionStats(agentId, days, timeZoneOf(await readSettings(agentId))),
  ),
});
