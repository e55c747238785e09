import { z } from "zod";
import { elementOf } from "@/lib/code/registry/element";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ name: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** A component as an ES module that defines a custom element, for pages outside of Easel. */
  GET: route({ agent: true, right: "use", params }, async ({ agentId, params: { name } }) => {
    const { file, text } = await elementOf(agentId, name);
    const headers = {
      "content-type": "text/javascript; charset=utf-8",
      "content-disposition": `attachment; filename="${file}"`,
      "cache-control": "private, no-cache",
    };
    return new Response(text, { headers });
  }),
});
