import { issuePageProof } from "@/lib/platform/access/page-proof";
import { requireSession } from "@/lib/platform/access/session";
import { route, routes } from "@/lib/platform/http/route";

/** Returns the proof that routes need which change rights: policies, commands, tokens, keys, the password and trust. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({}, async ({ request }) => {
    const { proof, headers } = issuePageProof(request, await requireSession(request));
    return Response.json({ proof }, { headers: { ...headers, "cache-control": "no-store" } });
  }),
});
