"use client";

import { Button } from "@/components/ui/button";
import { Brand } from "@/components/ui/kit/brand";
import { t } from "@/lib/shared/i18n/en/shell";
import { leave } from "../leave";

/** Replaces a page whose agent is no longer shared with the member, or any page if no agent is. */
export function NoAgent({ hasNone = false }: { hasNone?: boolean }) {
  return (
    <main className="flex min-h-dvh flex-1 flex-col items-center justify-center bg-paper p-6">
      {!hasNone && <title>{`${t("agentGone")} · Easel`}</title>}
      <div className="flex w-full max-w-96 flex-col gap-4">
        <Brand className="size-6" />
        <div role="status" className="flex flex-col gap-1">
          <h1 className="text-title font-strong">{hasNone ? t("noAgent") : t("agentGone")}</h1>
          <p className="text-prose text-ink-2">{hasNone ? t("noAgentAbout") : t("agentGoneAbout")}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            {/* Use a full navigation, because the data of this page is of the lost agent. */}
            <a href="/">{hasNone ? t("lookAgain") : t("toMyAgents")}</a>
          </Button>
          <Button variant="outline" onClick={() => void leave()}>
            {t("signOut")}
          </Button>
        </div>
      </div>
    </main>
  );
}
