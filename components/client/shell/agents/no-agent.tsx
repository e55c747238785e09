"use client";

import { Button } from "@/components/ui/button";
import { Brand } from "@/components/ui/kit/brand";
import { t } from "@/lib/shared/i18n/en/shell";
import { leave } from "../leave";

/** Replaces a page whose agent is no longer shared with the member, or any page if no agent is. */
type NoAgentProps = { hasNone?: boolean; boards?: readonly { agentId: string; id: string; name: string }[] };

export function NoAgent({ hasNone = false, boards = [] }: NoAgentProps) {
  return (
    <main className="flex min-h-dvh flex-1 flex-col items-center justify-center bg-paper p-6">
      {!hasNone && <title>{`${t("agentGone")} · Easel`}</title>}
      <div className="flex w-full max-w-96 flex-col gap-4">
        <Brand className="size-6" />
        <div role="status" className="flex flex-col gap-1">
          <h1 className="text-title font-strong">{hasNone ? t("noAgent") : t("agentGone")}</h1>
          <p className="text-prose text-ink-2">{hasNone ? t("noAgentAbout") : t("agentGoneAbout")}</p>
        </div>
        {boards.length > 0 && (
          <section aria-labelledby="shared-boards" className="flex flex-col gap-1">
            <h2 id="shared-boards" className="font-medium">
              {t("sharedBoards")}
            </h2>
            <ul className="flex flex-col">
              {boards.map(({ agentId, id, name }) => (
                <li key={`${agentId} ${id}`}>
                  <a
                    href={`/shared-board/${agentId}/${id}`}
                    className="block py-1.5 underline decoration-line-control underline-offset-4 wrap-anywhere hover:text-ink max-md:py-3"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
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
