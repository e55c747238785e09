import { route, routes } from "@/lib/platform/http/route";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";
import { mayTellChange } from "@/lib/tools/whatsapp/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, role: "admin", right: "own" }, async ({ agentId }) => ({
    text: (await readSettings(agentId)).whatsapp.mayTell,
  })),
  PUT: route(
    { agent: true, role: "admin", right: "own", body: mayTellChange, fromPage: true },
    async ({ agentId, body: { text } }) => {
      await changeSetting(agentId, "whatsapp", { mayTell: text });
      return { text };
    },
  ),
});
