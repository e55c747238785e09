"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { PasswordForm } from "@/components/settings/password/password-form";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field-error";
import { useRouter } from "@/components/ui/kit/agent-base";
import { Skeleton } from "@/components/ui/skeleton";
import type { Publishable } from "@/components/workspace/canvas/take";
import { followedBy } from "@/components/workspace/export/index";
import type { AppSource } from "@/lib/shared/apps/contract";
import type { AppPlan, ListedApp } from "@/lib/shared/apps/views";
import { t } from "@/lib/shared/i18n/en/apps";
import { t as common } from "@/lib/shared/i18n/en/common";
import { APPS, listApps, planApp, publishApp } from "./api";
import { MoreFields } from "./more-fields";
import { AppFields, type Draft, draftOf, RuleFields, requestOf } from "./publish-fields";

type PublishDialogProps = Publishable & { onClose: () => void };

/** Publishes a surface, a component or a board, or publishes it again if it is an app already. */
export function PublishDialog({ source, title, surface, onClose }: PublishDialogProps) {
  const router = useRouter();
  const list = useQuery({ queryKey: APPS, queryFn: ({ signal }) => listApps(signal) });
  const plan = useQuery({
    queryKey: ["app plan", source],
    queryFn: async ({ signal }) => {
      const [found, followed] = await Promise.all([
        planApp(source, signal),
        surface?.component ? followedBy(surface).catch(() => undefined) : undefined,
      ]);
      const ran = followed?.queries.map(([sql]) => sql) ?? [];
      return {
        ...found,
        queries: [...new Set([...found.queries, ...(found.hasOpenQueries ? ran : [])])],
        state: [...new Set([...found.state, ...(followed?.state ?? [])])],
      };
    },
    enabled: list.data?.off === null,
  });
  const off = list.data?.off;
  const error = list.error ?? plan.error;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto sm:max-w-2xl">
        <DialogHeader>
          <DialogTitle className="wrap-anywhere">{t("title", { title })}</DialogTitle>
          <DialogDescription>{off == null ? t("about") : t("passwordAbout")}</DialogDescription>
        </DialogHeader>
        <FieldError>{error && failureText(error)}</FieldError>
        {typeof off === "string" && (
          <PasswordForm
            hasCurrent={false}
            verb={t("setPassword")}
            onSaved={() => {
              void list.refetch();
              router.refresh();
            }}
          />
        )}
        {plan.data ? (
          <PublishForm
            plan={plan.data}
            source={source}
            app={list.data?.apps.find((one) => JSON.stringify(one.source) === JSON.stringify(source))}
            onClose={onClose}
          />
        ) : (
          off === null && !error && <Skeleton className="h-64" />
        )}
      </DialogContent>
    </Dialog>
  );
}

type PublishFormProps = { plan: AppPlan; source: AppSource; app: ListedApp | undefined; onClose: () => void };

function PublishForm({ plan, source, app, onClose }: PublishFormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => draftOf(plan, app));
  const publish = useMutation({
    mutationFn: () => publishApp(requestOf(draft, plan, source, app?.quotas)),
    onSettled: () => client.invalidateQueries({ queryKey: APPS }),
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <form
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate();
      }}
    >
      <AppFields draft={draft} onChange={change} isNew={app === undefined} />
      <RuleFields draft={draft} plan={plan} onChange={change} />
      <MoreFields draft={draft} onChange={change} />
      <FieldError>{publish.error && failureText(publish.error)}</FieldError>
      {publish.data && (
        <div role="status" className="flex flex-col gap-1 rounded-in bg-fill px-3 py-2">
          <span className="text-ui">{t("published", { version: String(publish.data.version ?? 1) })}</span>
          <span className="flex items-start gap-2">
            <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">
              {publish.data.url}
            </code>
            <CopyButton text={() => publish.data?.url ?? ""} label={t("copyAddress")} />
          </span>
        </div>
      )}
      <DialogFooter>
        <Button type="button" variant="outline" className="max-md:h-11" onClick={onClose}>
          {common("close")}
        </Button>
        <Button type="submit" className="max-md:h-11" disabled={publish.isPending || draft.slug === ""}>
          {app || publish.data ? t("publishAgain") : t("publish")}
        </Button>
      </DialogFooter>
    </form>
  );
}
