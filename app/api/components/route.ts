import { componentOf } from "@/lib/components/read";
import { createComponent } from "@/lib/components/save";
import { route, routes } from "@/lib/http/route";
import { COMPONENT_BYTES, newComponent } from "@/lib/shared/components/fields";
import { listComponents } from "@/lib/store/components";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ components: await listComponents(agentId) })),
  POST: route(
    { agent: true, body: newComponent, maxBytes: COMPONENT_BYTES },
    async ({ agentId, body: { accept, ...fields } }) => {
      const { name } = await createComponent(agentId, fields, { author: "person", accept });
      return componentOf(agentId, name);
    },
  ),
});
