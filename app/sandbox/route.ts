import { z } from "zod";
import { appDocument } from "@/lib/code/compile/app-document";
import { runtime } from "@/lib/code/compile/runtime";
import { publishedDocument, sandboxDocument } from "@/lib/code/compile/sandbox-document";
import { route, routes } from "@/lib/platform/http/route";
import { NO_ORIGINS } from "@/lib/shared/mcp/apps";
import { readMcpAppPolicy } from "@/lib/store/loop/mcp-apps";

const query = z.object({ app: z.string().max(100).optional(), published: z.string().max(1).optional() });

/**
 * The document of a frame. An app's document may reach the origins that the app has declared, subject to the
 * egress guard.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, query }, async ({ request, query: { app, published } }) => {
    const host = request.headers.get("host") ?? "";
    if (published !== undefined) return publishedDocument(runtime(), host);
    if (app === undefined) return sandboxDocument(runtime(), host);
    return appDocument(runtime(), host, (await readMcpAppPolicy(app)) ?? NO_ORIGINS);
  }),
});
