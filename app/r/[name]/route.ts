import { z } from "zod";
import { registryIndex, registryItem } from "@/lib/code/registry/item";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ name: z.string().max(200) });
const INDEX = "registry";

/** The agent's registry for `shadcn add`: `registry.json` is its index, and NAME.json is a component. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", params }, ({ agentId, params: { name }, request }) => {
    const item = name.replace(/\.json$/, "");
    return item === INDEX ? registryIndex(agentId, new URL(request.url).origin) : registryItem(agentId, item);
  }),
});
