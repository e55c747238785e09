import { z } from "zod";
import { storedComponentOf } from "@/lib/code/components/read";
import { noComponent, updateComponent } from "@/lib/code/components/save";
import { route, routes } from "@/lib/platform/http/route";
import { COMPONENT_BYTES, componentChange } from "@/lib/shared/components/fields";
import { removeComponent } from "@/lib/store/agents/components";

const params = z.object({ name: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", params }, ({ agentId, params: { name } }) =>
    storedComponentOf(agentId, name),
  ),
  PATCH: route(
    { agent: true, params, body: componentChange, maxBytes: COMPONENT_BYTES },
    async ({ agentId, params: { name }, body: { accept, ...change } }) => {
      await updateComponent(agentId, name, change, { author: "person", accept });
      return storedComponentOf(agentId, name);
    },
  ),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { name } }) => {
    if (!(await removeComponent(agentId, name, { author: "person", cause: null }))) throw noComponent(name);
    return { deleted: true };
  }),
});
