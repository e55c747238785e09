import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { parsePart } from "@/lib/platform/http/validate";
import { jsonValue } from "@/lib/shared/json-value";
import { joined, originList } from "@/lib/shared/origins";
import { stateKey } from "@/lib/shared/state-key";
import * as state from "@/lib/store/agents/state";

const params = z.object({ key: z.array(z.string()) });

/** For keys that no path can contain: "." and "..". */
const query = z.object({ key: stateKey.optional() });

type StateRequest = { params: z.infer<typeof params>; query: z.infer<typeof query> };
const USER = { author: "person", cause: null } as const;

/**
 * `base`: the value that the user changed to `value`. With it, changes of others since then are kept.
 * `sheet`: title of the surface whose component writes, for the history. `origins`: web origins that its
 * conversation has read.
 */
const body = z.strictObject({
  value: jsonValue,
  base: jsonValue.optional(),
  sheet: z.string().min(1).max(200).optional(),
  origins: z.optional(originList),
});

/**
 * Returns the author and origins of a write. A component may have read any key of the state, so its write has the
 * origins of all keys. A write without surface and origins is the user's own. The user writes the whole value, so it
 * has no origins.
 */
async function writer(
  agentId: string,
  { sheet: surface, origins = [] }: Pick<z.infer<typeof body>, "sheet" | "origins">,
) {
  if (surface === undefined && origins.length === 0) return USER;
  const { marked } = await state.keysMarked(agentId);
  const read = joined(origins, ...marked.map((one) => one.origins));
  return { ...USER, cause: surface === undefined ? null : { sheet: { title: surface } }, origins: read };
}

/** A key may contain slashes, plain or escaped. */
const keyOf = ({ params: { key }, query }: StateRequest) =>
  query.key ?? parsePart("key", stateKey, key.join("/"));

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", params, query }, async ({ agentId, ...asked }) => ({
    value: await state.read(agentId, keyOf(asked)),
  })),
  PUT: route(
    { agent: true, right: "use", params, query, body },
    async ({ agentId, body: { value, base, ...by }, ...asked }) => {
      const [key, author] = [keyOf(asked), await writer(agentId, by)];
      if (base !== undefined)
        return { value: await state.writeMerged(agentId, key, { base, value }, author) };
      await state.write(agentId, key, value, author);
      return { value };
    },
  ),
  DELETE: route({ agent: true, right: "use", params, query }, async ({ agentId, ...asked }) => ({
    deleted: await state.remove(agentId, keyOf(asked), USER),
  })),
});
