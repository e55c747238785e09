import { z } from "zod";
import { previewAgentRestore, restoreAgentTo } from "@/lib/code/history/restore-point";
import { route, routes } from "@/lib/platform/http/route";
import { isoTime } from "@/lib/shared/text/iso-time";

const restoration = z.strictObject({
  at: isoTime,
  /** Hash of the preview that the user has seen. If the changes now differ from it, nothing is restored. */
  expect: z.string().max(200).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: z.object({ at: isoTime }) }, ({ agentId, query }) =>
    previewAgentRestore(agentId, query.at),
  ),
  POST: route({ agent: true, body: restoration }, async ({ agentId, body }) => ({
    revisions: await restoreAgentTo(agentId, body.at, body.expect),
  })),
});
