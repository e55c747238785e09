"use client";

import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { CodeBox } from "@/components/ui/kit/code-box";
import { formatBytes, formatCount } from "@/components/ui/kit/format";
import type { BackupPreview, WorkspaceCounts } from "@/lib/shared/backup";
import { fullTime } from "@/lib/shared/chat/time";

type RestoreDialogProps = { name: string; preview: BackupPreview; onClose: () => void };

/** Shows what a backup contains and replaces, and how to restore it while Easel is stopped. */
export function RestoreDialog({ name, preview, onClose }: RestoreDialogProps) {
  const { createdAt, bytes, isEarlier, hasSecrets, enterAgain, holds, replaces } = preview;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
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
        <div className="flex min-w-0 flex-col gap-1">
          <p>Stop Easel, then run this in its folder. If it fails, nothing changes.</p>
          <CodeBox language="bash" label="Command" text={`npm run restore ${quoted(name)} -- --replace`} />
        </div>
        <DialogFooter>
          <Button variant="outline" className="max-md:h-11" onClick={onClose}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
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
