import { cookies } from "next/headers";
import { parseSplit } from "@/components/client/shell/split";
import { NAV_COOKIE, SPLIT_COOKIE } from "@/components/ui/kit/cookies";
import type { FrameData } from "@/components/workspace/page-frame";
import { voiceModelOf } from "@/lib/models/providers/voice-models";
import { hasPassword } from "@/lib/platform/access/password";
import { pageAgent } from "@/lib/platform/access/require-page";
import { presentMember } from "@/lib/platform/access/rights";
import { OWNER, pageIdentity } from "@/lib/platform/access/session";
import { listAgents } from "@/lib/store/agents/agents";
import { readSettings } from "@/lib/store/agents/settings";
import { countOpenAsks } from "@/lib/store/loop/open-asks";
import { listConversations } from "@/lib/store/search/conversation-list";
import { reread } from "@/lib/store/unreachable";

/** Returns the initial data of the workspace that surrounds every page. Call it for signed-in users only. */
export async function shellData(): Promise<FrameData> {
  const stored = async () => {
    const agentId = await pageAgent();
    return Promise.all([
      listConversations(agentId),
      countOpenAsks(),
      readSettings(agentId),
      listAgents(),
      presentMember((await pageIdentity())?.member ?? OWNER),
      agentId,
    ]);
  };
  const [[conversations, asks, settings, agents, member, agentId], jar] = await Promise.all([
    reread(stored),
    cookies(),
  ]);
  return {
    conversations,
    asks,
    agents,
    member,
    agentId,
    now: new Date().toISOString(),
    isRail: jar.get(NAV_COOKIE)?.value === "rail",
    split: parseSplit(jar.get(SPLIT_COOKIE)?.value),
    voice: {
      dictation: voiceModelOf("transcription", settings) !== null,
      speech: voiceModelOf("speech", settings) !== null,
    },
    hasTimeZone: settings.general.timeZone != null,
    canSignOut: await hasPassword(),
  };
}
