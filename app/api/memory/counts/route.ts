import { route, routes } from "@/lib/platform/http/route";
import { countArchive } from "@/lib/store/memory/block-list";
import { countFacts } from "@/lib/store/memory/fact-list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => {
    const [facts, archive] = await Promise.all([countFacts(agentId), countArchive(agentId)]);
    return { counts: { ...facts, archive } };
  }),
});
