"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { formatBytes } from "@/components/ui/kit/format";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import type { RestoreOutcome, RestoreView } from "@/lib/shared/backup";
import { fullTime } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/settingsBackup";
import { PasswordField, UserName } from "../password/password-field";
import { makeBackup, previewBackup } from "./api";
import { RestoreDialog } from "./restore-dialog";

type BackupCardProps = { hasPassword: boolean; restore: RestoreView };

export function BackupCard({ hasPassword, restore }: BackupCardProps) {
  return (
    <TitledCard title={t("backup")} about={t("about")}>
      <div className="flex flex-col gap-4">
        <Download hasPassword={hasPassword} />
        <Restore hasPassword={hasPassword} canRestore={restore.canRestore} />
        {restore.last && <LastRestore last={restore.last} />}
      </div>
    </TitledCard>
  );
}

function Download({ hasPassword }: { hasPassword: boolean }) {
  const [current, setCurrent] = useState("");
  const make = useMutation({
    mutationFn: () => makeBackup(hasPassword ? current : undefined),
    onSuccess: ({ id }) => {
      setCurrent("");
      const link = document.createElement("a");
      link.href = `/api/backup/${id}`;
      link.download = "";
      link.click();
    },
  });
  const wrong = fieldErrors(make.error).get("current");
  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!make.isPending) make.mutate();
      }}
    >
      {hasPassword && (
        <div className="max-w-80 max-md:max-w-none">
          <UserName />
          <PasswordField
            label={t("yourPassword")}
            kind="current-password"
            value={current}
            error={wrong}
            onChange={({ target }) => setCurrent(target.value)}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="outline" className="max-md:h-11" aria-disabled={make.isPending}>
          {t("download")}
        </Button>
        <p role="status" className="min-w-0 wrap-anywhere text-ink-2">
          {make.isPending && t("preparing")}
          {make.data && !make.isPending && t("downloading", { bytes: formatBytes(make.data.bytes) })}
          {make.error && !wrong && t("notMade", { error: failureText(make.error) })}
        </p>
      </div>
    </form>
  );
}

function LastRestore({ last: { at, isDone, message } }: { last: RestoreOutcome }) {
  return (
    <p className="whitespace-pre-line wrap-anywhere">
      <span className="text-ink-2">
        {isDone ? t("restored") : t("notRestored")} · {fullTime(at)}
      </span>
      {message && `\n${message}`}
    </p>
  );
}

type RestoreProps = { hasPassword: boolean; canRestore: boolean };

function Restore({ hasPassword, canRestore }: RestoreProps) {
  const field = useRef<HTMLInputElement>(null);
  const read = useMutation({ mutationFn: (file: File) => previewBackup(file) });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <input
        ref={field}
        type="file"
        accept=".easel,.gz,.tgz"
        aria-label={t("fileToRestore")}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again after a problem.
          target.value = "";
          if (file) read.mutate(file);
        }}
      />
      <Button
        variant="outline"
        className="max-md:h-11"
        aria-disabled={read.isPending}
        onClick={() => !read.isPending && field.current?.click()}
      >
        {t("restore")}
      </Button>
      <p role="status" className="min-w-0 wrap-anywhere text-ink-2">
        {read.isPending && t("checking", { name: read.variables.name })}
        {read.error && t("cannotRestore", { name: read.variables?.name, error: failureText(read.error) })}
      </p>
      {read.data && (
        <RestoreDialog
          {...{ hasPassword, canRestore }}
          name={read.variables.name}
          preview={read.data}
          onClose={() => read.reset()}
        />
      )}
    </div>
  );
}
