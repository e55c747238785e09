import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { parsePart } from "@/lib/platform/http/validate";
import { jsonValue } from "@/lib/shared/json-value";
import { joined, originList } from "@/lib/shared/origins";
import { stateKey } from "@/lib/shared/state-key";
import * as state from "@/lib/store/agents/state";

const params = z.object({ key: z.array(z.string()) });

/** Names the key where no path can: "." and "..". */
const query = z.object({ key: stateKey.optional() });

type Asked = { params: z.infer<typeof params>; query: z.infer<typeof query> };
const PERSON = { author: "person", cause: null } as const;

/** `sheet`: the title of the one whose component wrote it, for the person; `origins`: what its conversation had read. */
const body = z.strictObject({
  value: jsonValue,
  sheet: z.string().min(1).max(200).optional(),
  origins: z.optional(originList),
});

/** A component may have read any key of the state; who writes without a sheet is the person, who writes all of the value. */
async function writer(agentId: string, { sheet, origins = [] }: Omit<z.infer<typeof body>, "value">) {
  if (sheet === undefined && origins.length === 0) return PERSON;
  const { marked } = await state.keysMarked(agentId);
  const read = joined(origins, ...marked.map((one) => one.origins));
  return { ...PERSON, cause: sheet === undefined ? null : { sheet: { title: sheet } }, origins: read };
}

/** A key may hold slashes, written as such or escaped. */
const keyOf = ({ params: { key }, query }: Asked) => query.key ?? parsePart("key", stateKey, key.join("/"));

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params, query }, async ({ agentId, ...asked }) => ({
    value: await state.read(agentId, keyOf(asked)),
  })),
  PUT: route({ agent: true, params, query, body }, async ({ agentId, body: { value, ...by }, ...asked }) => {
    await state.write(agentId, keyOf(asked), value, await writer(agentId, by));
    return { value };
  }),
  DELETE: route({ agent: true, params, query }, async ({ agentId, ...asked }) => ({
    deleted: await state.remove(agentId, keyOf(asked), PERSON),
  })),
});
