import { endOwnSession, requireSession, sessionsNow } from "@/lib/platform/access/session";
import { route, routes } from "@/lib/platform/http/route";
import type { SignedInSession } from "@/lib/shared/sessions";
import { endAllSessions } from "@/lib/store/conversations/sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({}, async ({ request }): Promise<{ sessions: SignedInSession[] }> => {
    const own = await requireSession(request);
    const sessions = await sessionsNow();
    return { sessions: sessions.map((session) => ({ ...session, isOwn: session.id === own })) };
  }),
  DELETE: route({}, async ({ request }) => {
    const headers = await endOwnSession(request);
    await endAllSessions();
    return new Response(null, { status: 204, headers });
  }),
});
