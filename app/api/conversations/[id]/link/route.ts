import { z } from "zod";
import { readConversationLink, shareConversation } from "@/lib/agent/links/share";
import { whyNotShared } from "@/lib/platform/access/shares";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { MAX_SHARE_BYTES, shareChoices, sharedCopy } from "@/lib/shared/shares";
import { removeShare } from "@/lib/store/conversations/shares";

const params = z.object({ id: uuid });
const ofParams = ({ params: { id } }: { params: { id: string } }) => id;
const body = z.strictObject({ choices: shareChoices, copy: sharedCopy });
/** JSON needs more bytes than the document in it. */
const MAX_BYTES = 1.5 * MAX_SHARE_BYTES;

/** The public link of a conversation, which only its author sees. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, role: "member", right: "use", params, conversation: ofParams },
    async ({ agentId, params: { id } }) => ({
      ...(await readConversationLink({ agentId, conversationId: id })),
      off: await whyNotShared(),
    }),
  ),
  PUT: route(
    {
      ...{ agent: true, role: "member", right: "use", params, conversation: ofParams },
      ...{ body, maxBytes: MAX_BYTES, fromPage: true },
    },
    async ({ agentId, params: { id }, body }) => ({
      link: await shareConversation({ agentId, conversationId: id }, body),
      ...{ choices: body.choices, off: null },
    }),
  ),
  DELETE: route(
    { agent: true, role: "member", right: "use", params, conversation: ofParams },
    async ({ agentId, params: { id } }) => {
      const { link } = await readConversationLink({ agentId, conversationId: id });
      if (!link || !(await removeShare(agentId, link.id)))
        throw new AppError("not_found", "This conversation has no link.");
      return { revoked: true };
    },
  ),
});
