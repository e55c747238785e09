import { z } from "zod";
import { readScheduleCalendar } from "@/lib/data/schedule/calendar";
import { route, routes } from "@/lib/platform/http/route";

const MAX_DAYS = 62;
const time = z.iso
  .datetime({ offset: true, error: "Give a time such as 2026-05-01T00:00:00Z" })
  .pipe(z.coerce.date());
const query = z
  .object({ from: time, to: time })
  .refine(({ from, to }) => from < to, { error: "to must be later than from", path: ["to"] })
  .refine(({ from, to }) => to.getTime() - from.getTime() <= MAX_DAYS * 86_400_000, {
    error: `The range can cover at most ${MAX_DAYS} days`,
    path: ["to"],
  });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, ({ agentId, query: { from, to } }) =>
    readScheduleCalendar(agentId, from, to),
  ),
});
