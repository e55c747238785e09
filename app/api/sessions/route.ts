import { endOwnSession, sessionsNow } from "@/lib/platform/access/session";
import { route, routes } from "@/lib/platform/http/route";
import type { SignedInSession } from "@/lib/shared/sessions";
import { endSessionsOf } from "@/lib/store/conversations/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { role: "guest" },
    async ({ session: own, member }): Promise<{ sessions: SignedInSession[] }> => {
      const sessions = await sessionsNow(member.id);
      return { sessions: sessions.map((session) => ({ ...session, isOwn: session.id === own })) };
    },
  ),
  DELETE: route({ role: "guest" }, async ({ request, member }) => {
    const headers = await endOwnSession(request);
    await endSessionsOf(member.id);
    return new Response(null, { status: 204, headers });
  }),
});
