"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FieldError } from "@/components/ui/field-error";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/sharing";
import type { ListedShare } from "@/lib/shared/shares";
import { listShares, revokeShare, SHARES } from "./api";

/** Returns the valid links, and in `off` the reason if sharing is unavailable. */
export function useShares() {
  const { data, error } = useQuery({ queryKey: SHARES, queryFn: ({ signal }) => listShares(signal) });
  return { shares: data?.shares, off: data?.off, error };
}

type ShareRowsProps = {
  shares: readonly ListedShare[];
  isTitled: boolean;
};

export function ShareRows({ shares, isTitled }: ShareRowsProps) {
  const client = useQueryClient();
  const [now] = useState(() => new Date().toISOString());
  const revoke = useMutation({
    mutationFn: ({ id }: ListedShare) => revokeShare(id),
    onSettled: () => client.invalidateQueries({ queryKey: SHARES }),
  });
  return (
    <>
      <ul aria-label={t("links")} className="flex flex-col divide-y divide-line">
        {shares.map((share) => (
          <li key={share.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0">
            <div className="flex min-w-0 flex-1 basis-48 flex-col">
              {isTitled && <span className="wrap-anywhere">{share.title}</span>}
              <span className="text-ink-2">
                {share.sheet === null ? t("conversation") : share.isLive ? t("live") : t("snapshot")} ·{" "}
                <When at={share.createdAt} now={now} />
                {share.expiresAt && (
                  <>
                    {" · "}
                    {t.rich("until", { time: () => <When at={share.expiresAt ?? ""} now={now} /> })}
                  </>
                )}
              </span>
            </div>
            {share.url !== null && (
              <CopyButton
                named
                text={() => share.url ?? ""}
                label={common("copyLink")}
                className="max-md:h-11"
                aria-label={t("copyLinkTo", { title: share.title })}
              />
            )}
            <Button
              variant="outline"
              size="sm"
              className="max-md:h-11"
              aria-label={t("revokeLinkTo", { title: share.title })}
              disabled={revoke.isPending && revoke.variables.id === share.id}
              onClick={() => revoke.mutate(share)}
            >
              {common("revoke")}
            </Button>
          </li>
        ))}
      </ul>
      <FieldError>{revoke.error && failureText(revoke.error)}</FieldError>
    </>
  );
}
