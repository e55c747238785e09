"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { Question } from "@/components/ui/kit/dialogs/question";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsPrograms";
import type { TokenView } from "@/lib/shared/mcp/tokens";
import { readTokens, revokeToken, TOKENS } from "./api";
import { scopeName } from "./api-access";
import { NewProgram, type Reached } from "./new-program";

/** Poll, because no event reports the use of a token. */
const AGAIN_MS = 10_000;

export function Programs(reached: Reached) {
  return (
    <>
      <NewProgram {...reached} />
      <List />
    </>
  );
}

function List() {
  const [leaving, setLeaving] = useState<TokenView>();
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: TOKENS,
    queryFn: ({ signal }) => readTokens(signal),
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
  return (
    <TitledCard title={t("tokens")}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {data?.length === 0 && <p className="text-ink-2">{clientText("none")}</p>}
        {data && data.length > 0 && (
          <ul className="flex flex-col divide-y divide-line">
            {data.map((token) => (
              <Row key={token.id} token={token} onRevoke={() => setLeaving(token)} />
            ))}
          </ul>
        )}
        {!data && !error && <Skeleton className="h-12" />}
        {!data && error && (
          <LoadFailure onRetry={() => void refetch()}>
            {clientText("loadFailed", { error: failureText(error) })}
          </LoadFailure>
        )}
      </div>
      {leaving && (
        <Revoke
          token={leaving}
          onClose={() => setLeaving(undefined)}
          // Move the focus, because the focused button unmounts with its row.
          onRevoked={() => list.current?.focus()}
        />
      )}
    </TitledCard>
  );
}

function Row({ token, onRevoke }: { token: TokenView; onRevoke: () => void }) {
  const { name, tools, scopes, expiresAt, createdAt, lastUsedAt } = token;
  const now = new Date().toISOString();
  const made = () => <When at={createdAt} now={now} />;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-48 flex-col">
        <span className="font-medium wrap-anywhere">{name}</span>
        <Rights tools={tools} />
        {scopes.length > 0 && (
          <span className="text-ink-2">{t("withScopes", { scopes: scopes.map(scopeName).join(", ") })}</span>
        )}
        <span className="text-meta text-ink-3">
          {lastUsedAt
            ? t.rich("used", { used: () => <When at={lastUsedAt} now={now} />, made })
            : t.rich("neverUsed", { made })}
          {expiresAt !== null && (
            <>
              {", "}
              {t.rich(expiresAt < now ? "expired" : "expiresAt", {
                at: () => <When at={expiresAt} now={now} />,
              })}
            </>
          )}
        </span>
      </div>
      <Button variant="outline" size="sm" aria-label={t("revoke", { name })} onClick={onRevoke}>
        {common("revoke")}
      </Button>
    </li>
  );
}

const MAX_NAMES = 4;

function Rights({ tools }: Pick<TokenView, "tools">) {
  if (tools === "*") return <span className="text-ink-2">{t("allTools")}</span>;
  if (tools.length <= MAX_NAMES)
    return <span className="font-mono text-meta text-ink-2 wrap-anywhere">{tools.join(", ")}</span>;
  return (
    <details className="text-ink-2">
      <summary className="w-fit cursor-pointer rounded-in">{t("count", { count: tools.length })}</summary>
      <span className="font-mono text-meta wrap-anywhere">{tools.join(", ")}</span>
    </details>
  );
}

type RevokeProps = { token: TokenView; onClose: () => void; onRevoked: () => void };

function Revoke({ token: { id, name }, onClose, onRevoked }: RevokeProps) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeToken(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TOKENS });
      onClose();
      onRevoked();
    },
  });
  return (
    <Question
      title={t("revokeTitle", { name })}
      about={t("revokeHint")}
      verb={common("revoke")}
      problem={revoke.error && clientText("failed", { error: failureText(revoke.error) })}
      isBusy={revoke.isPending}
      onYes={revoke.mutate}
      onClose={onClose}
    />
  );
}
