import { z } from "zod";
import { shareWith, unshareWith } from "@/lib/data/memory/sharing";
import { addressed, findBlock } from "@/lib/data/memory/user";
import { route, routes } from "@/lib/platform/http/route";
import { blockFields } from "@/lib/shared/memory/memory";

/** `agent`: id of the other agent, or its name if no other agent has it. */
const params = z.object({ label: addressed, agent: z.string().min(1).max(200) });
const share = z.strictObject({ permission: blockFields.permission });
const inPrompt = {};

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PUT: route({ agent: true, params, body: share }, async ({ agentId, params, body }) => ({
    shares: await shareWith(
      agentId,
      await findBlock(agentId, params.label, inPrompt),
      params.agent,
      body.permission,
    ),
  })),
  DELETE: route({ agent: true, params }, async ({ agentId, params }) => ({
    shares: await unshareWith(agentId, await findBlock(agentId, params.label, inPrompt), params.agent),
  })),
});
