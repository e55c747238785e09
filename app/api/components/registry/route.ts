import { takeRegistryItem } from "@/lib/code/registry/take";
import { route, routes } from "@/lib/platform/http/route";
import { registryAddress } from "@/lib/shared/components/registry";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Fetches an item of a shadcn registry as a component, which the user sees before it is stored. */
  POST: route({ agent: true, body: registryAddress }, ({ agentId, body: { address } }) =>
    takeRegistryItem(agentId, address),
  ),
});
