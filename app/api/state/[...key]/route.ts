import { z } from "zod";
import { route, routes } from "@/lib/http/route";
import { parsePart } from "@/lib/http/validate";
import { jsonValue } from "@/lib/shared/json-value";
import { stateKey } from "@/lib/shared/state-key";
import * as state from "@/lib/store/state";

const params = z.object({ key: z.array(z.string()) });

/** Names the key where no path can: "." and "..". */
const query = z.object({ key: stateKey.optional() });

type Asked = { params: z.infer<typeof params>; query: z.infer<typeof query> };
const PERSON = { author: "person", cause: null } as const;

/** A key may hold slashes, written as such or escaped. */
const keyOf = ({ params: { key }, query }: Asked) => query.key ?? parsePart("key", stateKey, key.join("/"));

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params, query }, async ({ agentId, ...asked }) => ({
    value: await state.read(agentId, keyOf(asked)),
  })),
  PUT: route(
    { agent: true, params, query, body: z.strictObject({ value: jsonValue }) },
    async ({ agentId, body: { value }, ...asked }) => {
      await state.write(agentId, keyOf(asked), value, PERSON);
      return { value };
    },
  ),
  DELETE: route({ agent: true, params, query }, async ({ agentId, ...asked }) => ({
    deleted: await state.remove(agentId, keyOf(asked), PERSON),
  })),
});
