import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { MAX_FOLDERS, MAX_SENDERS, senderRule } from "@/lib/shared/mail";
import { readMailRules, saveMailRules } from "@/lib/store/channels/mail";
import { readAccount } from "@/lib/tools/mail/account";

const access = { agent: true, role: "admin", right: "own" } as const;
const body = z.strictObject({
  folders: z.array(z.string().min(1).max(500)).max(MAX_FOLDERS),
  senders: z.array(senderRule).max(MAX_SENDERS),
  talks: z.boolean(),
});

/** The mail account without its password, and the agent's limits in it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(access, async ({ agentId }) => {
    const { folders, senders, talks } = await readMailRules(agentId);
    return { account: await readAccount(agentId), rules: { folders, senders, talks } };
  }),
  PUT: route({ ...access, body, fromPage: true }, async ({ agentId, body: rules }) => {
    await saveMailRules(agentId, rules);
    return { rules };
  }),
});
