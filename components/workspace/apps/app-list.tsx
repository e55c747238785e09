"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FieldError } from "@/components/ui/field-error";
import { NativeSelect } from "@/components/ui/native-select";
import type { ListedApp } from "@/lib/shared/apps/views";
import { t } from "@/lib/shared/i18n/en/apps";
import { APPS, changeApp, deleteApp, listApps } from "./api";
import { AppComments } from "./app-comments";
import { VisitorList } from "./visitor-list";

const EVERY_MS = 10_000;

/** Lists the published apps of the agent. */
export function AppList() {
  const { data, error } = useQuery({
    queryKey: APPS,
    queryFn: ({ signal }) => listApps(signal),
    refetchInterval: EVERY_MS,
  });
  if (error) return <FieldError>{failureText(error)}</FieldError>;
  if (data?.off) return <p className="text-ink-2">{t("needsPassword")}</p>;
  if (data?.apps.length === 0) return <p className="text-ink-2">{t("noApps")}</p>;
  return (
    data && (
      <ul aria-label={t("list")} className="flex flex-col divide-y divide-line">
        {data.apps.map((app) => (
          <AppRow key={app.id} app={app} />
        ))}
      </ul>
    )
  );
}

function AppRow({ app }: { app: ListedApp }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { id, title, version, versions, url } = app;
  const onSettled = () => client.invalidateQueries({ queryKey: APPS });
  const change = useMutation({
    mutationFn: (part: { version?: number | null; newLink?: true }) => changeApp(id, part),
    onSettled,
  });
  const remove = useMutation({ mutationFn: () => deleteApp(id), onSettled });
  const error = change.error ?? remove.error;
  const last = versions[0]?.number ?? null;
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-48 flex-col">
          <span className="wrap-anywhere">{title}</span>
          <span className="text-ink-2 wrap-anywhere">
            /p/{app.slug} · {version === null ? t("unpublished") : t(app.audience)}
          </span>
        </div>
        {versions.length > 1 && version !== null && (
          <NativeSelect
            aria-label={t("showVersion", { title })}
            className="w-auto"
            value={version}
            onChange={({ target }) => change.mutate({ version: Number(target.value) })}
          >
            {versions.map(({ number }) => (
              <option key={number} value={number}>
                {t("version", { version: String(number) })}
              </option>
            ))}
          </NativeSelect>
        )}
        {version !== null && url !== null && (
          <CopyButton named text={() => url} label={t("copyAddress")} className="max-md:h-11" />
        )}
        <Button
          variant="outline"
          size="sm"
          className="max-md:h-11"
          aria-label={t(version === null ? "republish" : "unpublish", { title })}
          disabled={change.isPending}
          onClick={() => change.mutate({ version: version === null ? last : null })}
        >
          {version === null ? t("publish") : t("takeDown")}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="ghost"
          size="sm"
          className="max-md:h-11"
          aria-expanded={isOpen}
          aria-label={t("showVisitors", { title })}
          onClick={() => setOpen(!isOpen)}
        >
          {t("visitors", { count: app.visitors })}, {t("writes", { count: app.writes })}
        </Button>
        <AppComments app={app} />
        {app.audience === "link" && version !== null && (
          <Button
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            onClick={() => change.mutate({ newLink: true })}
          >
            {t("newLink", { title })}
          </Button>
        )}
        {version === null && (
          <Button
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            title={t("deleteAbout")}
            onClick={() => remove.mutate()}
          >
            {t("delete", { title })}
          </Button>
        )}
      </div>
      {isOpen && <VisitorList appId={id} />}
      <FieldError>{error && failureText(error)}</FieldError>
    </li>
  );
}
