import { z } from "zod";
import { receiveAgentFile } from "@/lib/agents/receive";
import { importAgent } from "@/lib/history/import";
import { route, routes } from "@/lib/http/route";

/** The hash of the preview that the person has seen. */
const query = z.object({
  expect: z.string().max(200).optional(),
  /** `ask`: what the file lets the agent do without asking is asked about here. */
  rights: z.enum(["file", "ask"]).default("file"),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, query, raw: true }, async ({ agentId, request, query: { expect, rights } }) => {
    const { file, brought } = await receiveAgentFile(request);
    return importAgent(agentId, file, expect, brought, rights);
  }),
});
