"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CodeBox } from "@/components/ui/kit/code-box";
import { formatBytes } from "@/components/ui/kit/format";
import { Ring } from "@/components/ui/kit/ring";
import { type BackupPreview, RESTORE_WORD } from "@/lib/shared/backup";
import { fullTime } from "@/lib/shared/chat/time";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsBackup";
import { PasswordField, UserName } from "../password/password-field";
import { readRestore, startRestore } from "./api";

type RestoreDialogProps = {
  name: string;
  preview: BackupPreview;
  hasPassword: boolean;
  canRestore: boolean;
  onClose: () => void;
};

/** Shows what a backup contains and replaces, and restores it; or how to do that while Easel is stopped. */
export function RestoreDialog({ name, preview, hasPassword, canRestore, onClose }: RestoreDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const { createdAt, bytes, isEarlier, hasSecrets, enterAgain, holds, replaces } = preview;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && !isRunning && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle className="wrap-anywhere">{t("restoreName", { name })}</DialogTitle>
          <DialogDescription>{t("replacesAll")}</DialogDescription>
        </DialogHeader>
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
          <Fact name={common("made")}>{fullTime(createdAt)}</Fact>
          <Fact name={t("size")}>{formatBytes(bytes)}</Fact>
          <Fact name={t("version")}>{isEarlier ? t("earlierVersion") : t("thisVersion")}</Fact>
          <Fact name={t("keys")}>{hasSecrets ? t("included") : t("notIncluded")}</Fact>
          <Fact name={t("contains")}>{t("counts", holds)}</Fact>
          <Fact name={t("replaces")}>{t("counts", replaces)}</Fact>
        </dl>
        {enterAgain.length > 0 && (
          <details>
            <summary className="w-fit cursor-pointer rounded-in font-medium">
              {t("setUpAgain", { count: enterAgain.length })}
            </summary>
            <ul className="mt-1 list-disc pl-5 text-ink-2">
              {enterAgain.map((line) => (
                <li key={line} className="wrap-anywhere">
                  {line}
                </li>
              ))}
            </ul>
          </details>
        )}
        {canRestore ? (
          <Confirm {...{ preview, hasPassword, isRunning, onClose }} onRun={setIsRunning} />
        ) : (
          <>
            <div className="flex min-w-0 flex-col gap-1">
              <p>{t("runCommand")}</p>
              <CodeBox
                language="bash"
                label={t("command")}
                text={`npm run restore ${quoted(name)} -- --replace`}
              />
            </div>
            <DialogFooter>
              <Button variant="outline" className="max-md:h-11" onClick={onClose}>
                {common("close")}
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

const POLL_MS = 1_000;

type ConfirmProps = Pick<RestoreDialogProps, "preview" | "hasPassword" | "onClose"> & {
  isRunning: boolean;
  onRun: (isRunning: boolean) => void;
};

function Confirm({ preview: { id }, hasPassword, isRunning, onRun, onClose }: ConfirmProps) {
  const field = useId();
  const [confirm, setConfirm] = useState("");
  const start = useMutation({
    mutationFn: async () => {
      await startRestore(id, confirm);
      onRun(true);
      // The server is unreachable until it has restarted. Without a session, the request then opens the login page.
      while ((await readRestore().catch(() => null))?.last?.id !== id)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      location.reload();
    },
  });
  const problem = start.error && failureText(start.error);
  if (isRunning)
    return (
      <p role="status" className="flex items-center gap-2">
        <Ring />
        {t("restoring")}
      </p>
    );
  return (
    <form
      noValidate
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!start.isPending && confirm !== "") start.mutate();
      }}
    >
      <p>
        {t("restarts")} {hasPassword && t("signsEveryoneOut")}
      </p>
      {hasPassword ? (
        <>
          <UserName />
          <PasswordField
            label={t("yourPassword")}
            kind="current-password"
            value={confirm}
            error={problem ?? undefined}
            onChange={({ target }) => setConfirm(target.value)}
          />
        </>
      ) : (
        <Field>
          <FieldLabel htmlFor={field}>{t("typeToConfirm", { word: RESTORE_WORD })}</FieldLabel>
          <Input
            id={field}
            value={confirm}
            autoComplete="off"
            autoCapitalize="none"
            aria-invalid={problem !== null}
            aria-describedby={`${field}-problem`}
            onChange={({ target }) => setConfirm(target.value)}
          />
          <FieldError id={`${field}-problem`}>{problem}</FieldError>
        </Field>
      )}
      <DialogFooter>
        <Button
          type="submit"
          variant="destructive"
          className="max-md:h-11"
          aria-disabled={start.isPending || confirm === ""}
        >
          {t("restoreAndRestart")}
        </Button>
        <Button type="button" variant="ghost" className="max-md:h-11" onClick={onClose}>
          {common("cancel")}
        </Button>
      </DialogFooter>
    </form>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
    </>
  );
}

/** Quotes a file name for a shell. */
const quoted = (name: string): string =>
  /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
