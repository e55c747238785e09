import { z } from "zod";
import { route, routes } from "@/lib/http";
import { stateKey } from "@/lib/shared/state-key";
import * as state from "@/lib/store/state";

/** A key may hold slashes, written as such or escaped. */
const params = z.object({
  key: z
    .array(z.string())
    .transform((parts) => parts.join("/"))
    .pipe(stateKey),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params: { key } }) => ({
    value: await state.read(agentId, key),
  })),
  PUT: route(
    { agent: true, params, body: z.strictObject({ value: z.json() }) },
    async ({ agentId, params: { key }, body: { value } }) => {
      await state.write(agentId, key, value);
      return { value };
    },
  ),
  DELETE: route({ agent: true, params }, async ({ agentId, params: { key } }) => ({
    deleted: await state.remove(agentId, key),
  })),
});
