"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
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
import { NativeSelect } from "@/components/ui/native-select";
import { followedBy, surfaceFile } from "@/components/workspace/export/index";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { SHARE_DAYS } from "@/lib/shared/shares";
import { makeShare, SHARES } from "./api";
import { ShareRows, useShares } from "./share-rows";

type ShareDialogProps = {
  surface: Surface;
  conversation: { id: string; title: string };
  onClose: () => void;
};

export function ShareDialog({ surface, conversation, onClose }: ShareDialogProps) {
  const client = useQueryClient();
  const router = useRouter();
  const field = useId();
  const { shares, off, error } = useShares();
  const [days, setDays] = useState<number | null>(null);
  const [isLive, setLive] = useState(false);
  const sheet = `${surface.messageId}/${surface.toolCallId}`;
  const make = useMutation({
    mutationFn: async () => {
      const title = surface.title.slice(0, 200);
      const body = isLive
        ? new Blob([JSON.stringify(await followedBy(surface))])
        : await surfaceFile(surface);
      return makeShare({ conversation: conversation.id, sheet, title, days, isLive }, body);
    },
    onSettled: () => client.invalidateQueries({ queryKey: SHARES }),
  });
  const own = shares?.filter((one) => one.conversationId === conversation.id && one.sheet === sheet) ?? [];
  // Do not show a link that was revoked.
  const made = own.some(({ id }) => id === make.data?.share.id) ? make.data : undefined;
  const problem = make.error ?? error;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle className="wrap-anywhere">Share “{surface.title}”</DialogTitle>
          <DialogDescription>
            {off == null
              ? "Anyone with the link can view this sheet, nothing else."
              : "Sharing needs a password, so that a link opens this sheet and nothing else. You sign in with it."}
          </DialogDescription>
        </DialogHeader>
        {typeof off === "string" && (
          <PasswordForm
            hasCurrent={false}
            verb="Set password and share"
            onSaved={() => {
              make.mutate();
              // The shell now offers to sign out.
              router.refresh();
            }}
          />
        )}
        {off === null && (
          <div className="flex flex-wrap items-end gap-3">
            <div className="flex min-w-40 flex-1 flex-col gap-1">
              <label htmlFor={`${field}-shows`} className="text-ui font-medium">
                Shows
              </label>
              <NativeSelect
                id={`${field}-shows`}
                value={isLive ? "live" : "frozen"}
                onChange={({ target }) => setLive(target.value === "live")}
              >
                <option value="frozen">A snapshot</option>
                <option value="live">Live changes</option>
              </NativeSelect>
            </div>
            <div className="flex min-w-40 flex-1 flex-col gap-1">
              <label htmlFor={field} className="text-ui font-medium">
                Expires
              </label>
              <NativeSelect
                id={field}
                value={days ?? ""}
                onChange={({ target }) => setDays(target.value === "" ? null : Number(target.value))}
              >
                <option value="">Never</option>
                {SHARE_DAYS.map((count) => (
                  <option key={count} value={count}>
                    {count === 1 ? "In a day" : `In ${count} days`}
                  </option>
                ))}
              </NativeSelect>
            </div>
            <Button className="max-md:h-11" disabled={make.isPending} onClick={() => make.mutate()}>
              Create link
            </Button>
          </div>
        )}
        {off === null && surface.kind === "component" && (
          <p className="text-meta text-ink-3">
            Viewers’ browsers receive the component’s code, its queries and its input.
          </p>
        )}
        {made && (
          <div role="status" className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
            <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{made.url}</code>
            <CopyButton text={() => made.url} label="Copy link" />
          </div>
        )}
        <FieldError>{problem && failureText(problem)}</FieldError>
        {own.length > 0 && <ShareRows shares={own} isTitled={false} />}
        <DialogFooter>
          <Button variant="outline" className="max-md:h-11" onClick={onClose}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
