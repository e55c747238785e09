import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import { readUsage } from "@/lib/store/loop/usage";

const query = z.object({
  days: z
    .string()
    .regex(/^\d{1,3}$/, "Give a whole number of days from 1 to 366")
    .transform(Number)
    .refine((days) => days >= 1 && days <= 366, "Give a whole number of days from 1 to 366")
    .default(30),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", query }, async ({ agentId, query: { days } }) => ({
    usage: await readUsage(agentId, days, timeZoneOf(await readSettings(agentId))),
  })),
});
