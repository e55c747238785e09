import { z } from "zod";
import { receiveImport } from "@/lib/agent/background/history-imports";
import { route, routes } from "@/lib/platform/http/route";
import { listImports } from "@/lib/store/data/imports";

const query = z.object({ name: z.string().min(1).max(300).default("export.zip") });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ imports: await listImports(agentId) })),
  /** The bytes of the zip file that ChatGPT or Claude sent. They are read in the background. */
  POST: route({ agent: true, raw: true, query }, async ({ request, agentId, query: { name } }) =>
    Response.json({ import: await receiveImport(request, agentId, name) }, { status: 201 }),
  ),
});
