import { z } from "zod";
import { route, routes } from "@/lib/http/route";
import { parsePart } from "@/lib/http/validate";
import { jsonValue } from "@/lib/shared/json-value";
import { stateKey } from "@/lib/shared/state-key";
import * as state from "@/lib/store/state";

const params = z.object({ key: z.array(z.string()) });

/** A key may hold slashes, written as such or escaped. */
const keyOf = ({ key }: z.infer<typeof params>) => parsePart("key", stateKey, key.join("/"));

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, async ({ agentId, params }) => ({
    value: await state.read(agentId, keyOf(params)),
  })),
  PUT: route(
    { agent: true, params, body: z.strictObject({ value: jsonValue }) },
    async ({ agentId, params, body: { value } }) => {
      await state.write(agentId, keyOf(params), value);
      return { value };
    },
  ),
  DELETE: route({ agent: true, params }, async ({ agentId, params }) => ({
    deleted: await state.remove(agentId, keyOf(params)),
  })),
});
