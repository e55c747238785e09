import { z } from "zod";
import { receiveAgentFile } from "@/lib/agent/roster/receive";
import { importAgent } from "@/lib/code/history/import";
import { route, routes } from "@/lib/platform/http/route";

const query = z.object({
  expect: z.string().max(200).optional(),
  /**
   * `file`: also imports settings that skip approvals, such as policies of `allow`. `ask`: leaves them out.
   */
  rights: z.enum(["file", "ask"]).default("ask"),
});

const takesRights = ({ query: { rights } }: { query: z.output<typeof query> }) => rights === "file";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, right: "own", query, raw: true, fromPage: takesRights },
    async ({ agentId, request, query: { expect, rights } }) => {
      const { file, imported } = await receiveAgentFile(request);
      return importAgent(agentId, file, expect, imported, rights);
    },
  ),
});
