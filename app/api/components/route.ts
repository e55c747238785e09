import { z } from "zod";
import { storedComponentOf } from "@/lib/code/components/read";
import { createAuthoredComponent } from "@/lib/code/components/save";
import { route, routes } from "@/lib/platform/http/route";
import { COMPONENT_BYTES, newComponent } from "@/lib/shared/components/fields";
import { listComponents } from "@/lib/store/agents/components";

const query = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Sorted by name. `cursor` is the last name of the previous page. */
  GET: route({ agent: true, query }, async ({ agentId, query: { q, cursor, limit } }) => {
    const found = await listComponents(agentId, { q, after: cursor, limit: limit + 1 });
    const components = found.slice(0, limit);
    const last = components.at(-1);
    return { components, ...(found.length > limit && last && { nextCursor: last.name }) };
  }),
  POST: route(
    { agent: true, body: newComponent, maxBytes: COMPONENT_BYTES },
    async ({ agentId, body: { accept, ...fields } }) => {
      const { name } = await createAuthoredComponent(agentId, fields, { author: "person", accept });
      return storedComponentOf(agentId, name);
    },
  ),
});
