import { issuePageProof } from "@/lib/platform/access/page-proof";
import { route, routes } from "@/lib/platform/http/route";

/** Returns the proof that routes need which change rights: policies, commands, tokens, keys, the password and trust. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ role: "guest" }, async ({ request, session }) => {
    const { proof, headers } = issuePageProof(request, session);
    return Response.json({ proof }, { headers: { ...headers, "cache-control": "no-store" } });
  }),
});
