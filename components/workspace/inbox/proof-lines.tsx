"use client";

import { useQuery } from "@tanstack/react-query";
import { ELSEWHERE, historyOf, isConversation } from "@/components/client/events";
import { listOpenProofs } from "@/components/client/proofs/api";
import { SettleButtons } from "@/components/client/proofs/settle-buttons";
import { proofWords } from "@/components/client/proofs/words";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { LOOKS } from "@/components/client/versions/kinds";
import { When } from "@/components/client/versions/when";
import Link, { agentHref } from "@/components/ui/kit/agent-base";
import { t } from "@/lib/shared/i18n/en/proofs";
import type { ProofLine } from "@/lib/shared/proofs/contract";
import { AgentOfLine } from "./agent-of-line";

type ProofLinesProps = { lines: readonly ProofLine[]; now: string; onSettled: () => void };

/** Changes that wait for the user or went back. */
export function ProofLines({ lines, now, onSettled }: ProofLinesProps) {
  return (
    <section aria-label={t("changesOfAgent")} className="flex flex-col gap-6">
      {lines.map((line) => (
        <Line key={line.id} line={line} now={now} onSettled={onSettled} />
      ))}
    </section>
  );
}

export function useProofLines(agentId: string | undefined) {
  const { data, refetch } = useQuery({
    queryKey: ["proofs", "open", agentId ?? "all"],
    queryFn: ({ signal }) => listOpenProofs(agentId, signal),
    meta: {
      outdatedBy: (change) =>
        isConversation(change) || change === ELSEWHERE || historyOf(change) !== undefined,
    },
  });
  return { lines: data ?? [], reload: () => void refetch() };
}

function Line({ line, now, onSettled }: { line: ProofLine; now: string; onSettled: () => void }) {
  const { current } = useAgentChoice();
  const { kind, name, why, reason, createdAt } = line;
  const path = `${LOOKS[kind].href?.(name) ?? ""}#proof`;
  const isHere = current === "" || current === line.agentId;
  return (
    <article className="flex flex-col gap-2">
      <header className="flex min-w-0 items-baseline gap-x-3">
        <h2 className="flex min-w-0 flex-1 items-center gap-1.5 font-medium">
          <AgentOfLine agentId={line.agentId} />
          <Link
            href={isHere ? path : agentHref(line.agentId, path)}
            className="truncate underline-offset-4 hover:underline max-md:py-2"
          >
            {t("changeOf", { kind, name })}
          </Link>
        </h2>
        <p className="shrink-0 text-meta text-ink-3">
          <When at={createdAt} now={now} />
        </p>
      </header>
      <div className="flex flex-col gap-2.5 rounded-sheet border border-line px-3.5 py-3">
        <p className="text-ui wrap-anywhere">{proofWords(line)}</p>
        {why && <p className="text-ui text-ink-2 wrap-anywhere">{t("aim", { why })}</p>}
        {reason && (
          <p className="line-clamp-6 text-ui text-ink-2 whitespace-pre-wrap wrap-anywhere">{reason}</p>
        )}
        <SettleButtons proof={line} onSettled={onSettled} />
      </div>
    </article>
  );
}
