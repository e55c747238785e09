import { z } from "zod";
import { readFactView } from "@/lib/data/memory/fact-views";
import { route, routes } from "@/lib/platform/http/route";
import { factChange } from "@/lib/shared/memory/facts";
import { gone } from "@/lib/store/memory/fact-list";
import { changeFact, deleteFact, forgetFact } from "@/lib/store/memory/memories";

const params = z.object({ id: z.uuid() });
/** With `forever`, the fact is deleted with its versions; otherwise it can be restored for 30 days. */
const deletion = z.object({ forever: z.stringbool().default(false) });
const user = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params: { id } }) => ({
    memory: await readFactView(agentId, id),
  })),
  PATCH: route({ agent: true, params, body: factChange }, async ({ agentId, params: { id }, body }) => ({
    memory: await readFactView(agentId, await changeFact(agentId, id, body, user)),
  })),
  DELETE: route({ agent: true, params, query: deletion }, async ({ agentId, params: { id }, query }) => {
    const isGone = query.forever ? await deleteFact(agentId, id) : await forgetFact(agentId, id, user);
    if (!isGone) throw gone(id);
    return { deleted: true };
  }),
});
