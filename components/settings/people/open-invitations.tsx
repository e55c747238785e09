"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { failureText } from "@/components/client/failure";
import { roleName } from "@/components/client/members";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FieldError } from "@/components/ui/field-error";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsPeople";
import type { Invitation } from "@/lib/shared/members/view";
import { INVITATIONS, revokeInvitation } from "./api";

/** Invitations that can still be used. */
export function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const client = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const revoke = useMutation({
    mutationFn: revokeInvitation,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: INVITATIONS });
      // Move the focus, because the focused button unmounts with its row.
      list.current?.focus();
    },
  });
  return (
    <TitledCard title={t("openInvitations")}>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t("openInvitations")}
        className="flex flex-col divide-y divide-line outline-none"
      >
        {invitations.map(({ id, name, role, memberId, url, expiresAt }) => {
          const title = name || t("withoutNote");
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
              <div className="flex min-w-0 flex-1 basis-48 flex-col">
                <span className="font-medium wrap-anywhere">{title}</span>
                <span className="text-meta text-ink-3">
                  {t.rich(memberId === null ? "invitationFacts" : "renewalFacts", {
                    role: roleName(role),
                    until: () => <When at={expiresAt} now={new Date().toISOString()} />,
                  })}
                </span>
              </div>
              <div className="flex gap-1">
                {url !== null && <CopyButton text={() => url} label={t("copyLinkOf", { title })} />}
                <Button
                  variant="outline"
                  size="sm"
                  className="max-md:h-11"
                  aria-label={t("revoke", { title })}
                  aria-disabled={revoke.isPending}
                  onClick={() => !revoke.isPending && revoke.mutate(id)}
                >
                  {common("revoke")}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      <FieldError role="alert">{revoke.error ? failureText(revoke.error) : undefined}</FieldError>
    </TitledCard>
  );
}
