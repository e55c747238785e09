import { route, routes } from "@/lib/platform/http/route";
import { listMailFolders } from "@/lib/tools/mail/folders";

/** The folders of the mail account, as its server lists them. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, role: "admin", right: "own" }, async ({ agentId, request }) => ({
    folders: await listMailFolders(agentId, request.signal),
  })),
});
