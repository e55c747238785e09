import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { NAV_COOKIE } from "@/components/shell/nav-cookie";
import { Shell } from "@/components/shell/shell";
import { isSignedIn } from "@/lib/access/session";
import { env } from "@/lib/env";
import { resolveAgent } from "@/lib/store/agents";
import { listConversations } from "@/lib/store/conversations";

export default async function ChatLayout({ children }: { children: ReactNode }) {
  // The page inside leads to the login; until then nothing is read for it.
  if (!(await isSignedIn())) return children;
  const list = await listConversations(await resolveAgent());
  return (
    <Shell
      conversations={list}
      now={new Date().toISOString()}
      isRail={(await cookies()).get(NAV_COOKIE)?.value === "rail"}
      canSignOut={env().EASEL_PASSWORD !== undefined}
    >
      {children}
    </Shell>
  );
}
