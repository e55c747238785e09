import { z } from "zod";
import { previewAgentRestore, restoreAgentTo } from "@/lib/code/history/restore-point";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { REWOUND } from "@/lib/shared/kinds";
import { isoTime } from "@/lib/shared/text/iso-time";

/** A hash of the preview that the user has seen. If the changes now differ from it, nothing is restored. */
const expect = z.string().max(200).optional();

const restoration = z.strictObject({
  at: isoTime,
  expect,
  /** The items to restore. If omitted, all are restored. */
  parts: z
    .array(
      z.strictObject({ kind: z.enum([...REWOUND, "database"]), name: z.string().min(1).max(512), expect }),
    )
    .max(10_000)
    .optional(),
  /** A conversation to restore, too. Later messages stay as a hidden branch. */
  conversation: z.strictObject({ id: uuid, expect }).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    {
      agent: true,
      query: z.object({ at: isoTime, conversation: uuid.optional() }),
      conversation: ({ query }) => query.conversation,
    },
    ({ agentId, query }) => previewAgentRestore(agentId, query.at, query.conversation),
  ),
  POST: route(
    { agent: true, body: restoration, conversation: ({ body }) => body.conversation?.id },
    ({ agentId, body: { at, ...choice } }) => restoreAgentTo(agentId, at, choice),
  ),
});
