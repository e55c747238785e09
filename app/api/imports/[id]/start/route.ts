import { z } from "zod";
import { startImport } from "@/lib/agent/background/history-imports";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

const params = z.object({ id: uuid });
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "Give a month, such as 2025-03");
/** First and last month of the conversations to take. */
const body = z.strictObject({ from: month.optional(), to: month.optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params, body }, async ({ agentId, params: { id }, body }) => ({
    import: await startImport(agentId, id, body),
  })),
});
