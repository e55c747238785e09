"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { PasswordForm } from "@/components/settings/password/password-form";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FieldError } from "@/components/ui/field-error";
import { useRouter } from "@/components/ui/kit/agent-base";
import { Skeleton } from "@/components/ui/skeleton";
import type { Exportable } from "@/components/workspace/export/index";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/sharing";
import type { ListedShare } from "@/lib/shared/shares";
import { readLink, revokeLink, SHARES } from "./api";
import { CopyForm } from "./copy-form";

type SectionProps = {
  conversation: { id: string; title: string };
  load: () => Promise<Exportable | undefined>;
  /** The section has the dialog for itself, so the form for the first copy is open. */
  isAlone: boolean;
};

const keyOf = (conversation: string) => [...SHARES, conversation];

/** Creates, updates and revokes the public link of a conversation. */
export function ConversationLinkSection({ conversation, load, isAlone }: SectionProps) {
  const { id } = conversation;
  const client = useQueryClient();
  const router = useRouter();
  const [isChanging, setIsChanging] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readLink(id, signal),
  });
  const reload = async () => {
    setIsChanging(false);
    await client.invalidateQueries({ queryKey: SHARES });
  };
  const link = data?.link ?? undefined;
  const isOpen = isChanging || (isAlone && !link);
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 className="font-medium">{t("publicLink")}</h3>
        <p className="text-ink-2">{data?.off == null ? t("copyAbout") : t("copyPassword")}</p>
      </div>
      <FieldError>{error && failureText(error)}</FieldError>
      {!data && !error && <Skeleton className="h-24" />}
      {typeof data?.off === "string" && (
        <PasswordForm
          hasCurrent={false}
          verb={t("setPasswordFirst")}
          onSaved={() => {
            void refetch();
            router.refresh();
          }}
        />
      )}
      {link && (
        <LinkRow
          conversation={id}
          link={link}
          onChange={isChanging ? undefined : () => setIsChanging(true)}
          onRevoked={reload}
        />
      )}
      {data?.off === null && !link && !isOpen && (
        <Button variant="outline" className="self-start max-md:h-11" onClick={() => setIsChanging(true)}>
          {t("createLink")}
        </Button>
      )}
      {data?.off === null && isOpen && (
        <CopyForm
          conversation={conversation}
          former={data.choices ?? undefined}
          isUpdate={link !== undefined}
          load={load}
          onStored={reload}
        />
      )}
    </section>
  );
}

type LinkRowProps = {
  conversation: string;
  link: ListedShare;
  /** Undefined while the form for the next copy is open. */
  onChange: (() => void) | undefined;
  onRevoked: () => Promise<void>;
};

function LinkRow({ conversation, link, onChange, onRevoked }: LinkRowProps) {
  const { url, createdAt, expiresAt } = link;
  const [now] = useState(() => new Date().toISOString());
  const revoke = useMutation({ mutationFn: () => revokeLink(conversation), onSettled: onRevoked });
  return (
    <div className="flex flex-col gap-2">
      {url !== null && (
        <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
          <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{url}</code>
          <CopyButton text={() => url} label={common("copyLink")} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-48 text-ink-2">
          {t.rich("copyOf", { time: () => <When at={createdAt} now={now} /> })}
          {expiresAt && (
            <>
              {" · "}
              {t.rich("until", { time: () => <When at={expiresAt} now={now} /> })}
            </>
          )}
        </p>
        <div className="flex gap-2">
          {onChange && (
            <Button variant="outline" size="sm" className="max-md:h-11" onClick={onChange}>
              {t("shareAgain")}
            </Button>
          )}
          <Button
            variant="outline"
            size="sm"
            className="max-md:h-11"
            disabled={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {common("revoke")}
          </Button>
        </div>
      </div>
      <FieldError>{revoke.error && failureText(revoke.error)}</FieldError>
    </div>
  );
}
