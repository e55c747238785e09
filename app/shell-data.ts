import { cookies } from "next/headers";
import { NAV_COOKIE, SPLIT_COOKIE } from "@/components/kit/cookies";
import type { ShellData } from "@/components/shell/shell-provider";
import { parseSplit } from "@/components/shell/split";
import { env } from "@/lib/base/env";
import { resolveAgent } from "@/lib/store/agents";
import { listConversations } from "@/lib/store/conversation-list";
import { reread } from "@/lib/store/unreachable";

/** What the frame of every signed-in page begins with; ask only for somebody who is signed in. */
export async function shellData(): Promise<ShellData> {
  const list = async () => listConversations(await resolveAgent());
  const [conversations, jar] = await Promise.all([reread(list), cookies()]);
  return {
    conversations,
    now: new Date().toISOString(),
    isRail: jar.get(NAV_COOKIE)?.value === "rail",
    split: parseSplit(jar.get(SPLIT_COOKIE)?.value),
    canSignOut: env().EASEL_PASSWORD !== undefined,
  };
}
