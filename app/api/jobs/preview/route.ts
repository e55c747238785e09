import { z } from "zod";
import { nextRuns } from "@/lib/data/schedule/cron";
import { route, routes } from "@/lib/platform/http/route";
import { cronExpression } from "@/lib/shared/jobs/fields";
import { timeZone } from "@/lib/shared/text/time-zone";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";

const query = z.object({ cronExpression, timeZone: timeZone.optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query }) => {
    const schedule = { timeZone: timeZoneOf(await readSettings(agentId)), ...query };
    return { ...schedule, nextRuns: nextRuns(schedule, new Date(), 3).map((at) => at.toISOString()) };
  }),
});
