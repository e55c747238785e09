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
import { formatBytes, formatCount } from "@/components/ui/kit/format";
import { Ring } from "@/components/ui/kit/ring";
import { type BackupPreview, RESTORE_WORD, type WorkspaceCounts } from "@/lib/shared/backup";
import { fullTime } from "@/lib/shared/chat/time";
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
          <DialogTitle className="wrap-anywhere">Restore “{name}”</DialogTitle>
          <DialogDescription>
            This backup is complete and can be restored. A restore replaces the whole workspace.
          </DialogDescription>
        </DialogHeader>
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
          <Fact name="Made">{fullTime(createdAt)}</Fact>
          <Fact name="Size">{formatBytes(bytes)}</Fact>
          <Fact name="Version">
            {isEarlier ? "An earlier version of Easel; it is upgraded" : "This version of Easel"}
          </Fact>
          <Fact name="Keys">{hasSecrets ? "Included" : "Not included"}</Fact>
          <Fact name="Contains">{sum(holds)}</Fact>
          <Fact name="Replaces">{sum(replaces)}</Fact>
        </dl>
        {enterAgain.length > 0 && (
          <details>
            <summary className="w-fit cursor-pointer rounded-in font-medium">
              {formatCount(enterAgain.length, "thing")} to set up again
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
              <p>Stop Easel, then run this in its folder. If it fails, nothing changes.</p>
              <CodeBox
                language="bash"
                label="Command"
                text={`npm run restore ${quoted(name)} -- --replace`}
              />
            </div>
            <DialogFooter>
              <Button variant="outline" className="max-md:h-11" onClick={onClose}>
                Close
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

const POLL_MS = 1_000;
const RESTARTS = "Easel restarts, and running answers stop. If the restore fails, nothing changes.";
const AND_SIGNS_IN =
  "Easel restarts, running answers stop, and everyone signs in again. If the restore fails, nothing changes.";

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
        Restoring. Easel restarts and then reloads this page.
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
      <p>{hasPassword ? AND_SIGNS_IN : RESTARTS}</p>
      {hasPassword ? (
        <>
          <UserName />
          <PasswordField
            label="Your password"
            kind="current-password"
            value={confirm}
            error={problem ?? undefined}
            onChange={({ target }) => setConfirm(target.value)}
          />
        </>
      ) : (
        <Field>
          <FieldLabel htmlFor={field}>Type “{RESTORE_WORD}” to confirm</FieldLabel>
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
          Restore and restart
        </Button>
        <Button type="button" variant="ghost" className="max-md:h-11" onClick={onClose}>
          Cancel
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

const sum = ({ agents, conversations, messages, files }: WorkspaceCounts): string =>
  [
    formatCount(agents, "agent"),
    formatCount(conversations, "conversation"),
    formatCount(messages, "message"),
    formatCount(files, "file"),
  ].join(", ");

/** Quotes a file name for a shell. */
const quoted = (name: string): string =>
  /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
