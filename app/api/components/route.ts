import { z } from "zod";
import { storedComponentOf } from "@/lib/code/components/read";
import { createAuthoredComponent } from "@/lib/code/components/save";
import { route, routes } from "@/lib/platform/http/route";
import { COMPONENT_BYTES, newComponent } from "@/lib/shared/components/fields";
import { listComponents } from "@/lib/store/agents/components";
import { readOnSurface } from "@/lib/store/conversations/component-grants";
import { readBlocksSurface } from "@/lib/store/conversations/surfaces";

/** Returns the web origins whose text a new component may contain. */
async function originsFrom(
  agentId: string,
  from: NonNullable<z.infer<typeof newComponent>["from"]>,
): Promise<readonly string[]> {
  if ("origins" in from) return from.origins;
  const { conversation: conversationId, ...call } = from;
  const id = { agentId, conversationId, ...call };
  const surface = (await readOnSurface(id)) ?? (await readBlocksSurface(id));
  return surface?.readWeb ?? [];
}

const query = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Sorted by name. `cursor` is the last name of the previous page. */
  GET: route({ agent: true, right: "use", query }, async ({ agentId, query: { q, cursor, limit } }) => {
    const found = await listComponents(agentId, { q, after: cursor, limit: limit + 1 });
    const components = found.slice(0, limit);
    const last = components.at(-1);
    return { components, ...(found.length > limit && last && { nextCursor: last.name }) };
  }),
  POST: route(
    {
      agent: true,
      conversation: ({ body }) =>
        body.from && "conversation" in body.from ? body.from.conversation : undefined,
      readable: true,
      body: newComponent,
      maxBytes: COMPONENT_BYTES,
    },
    async ({ agentId, body: { accept, from, ...fields } }) => {
      const origins = from && (await originsFrom(agentId, from));
      const writer = { author: "person", accept, origins } as const;
      const { name } = await createAuthoredComponent(agentId, fields, writer);
      return storedComponentOf(agentId, name);
    },
  ),
});
