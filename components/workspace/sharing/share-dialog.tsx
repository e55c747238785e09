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
import { surfacePath } from "@/lib/shared/chat/surfaces/surface-address";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/sharing";
import type { ShareDays } from "@/lib/shared/shares";
import { makeShare, SHARES } from "./api";
import { ExpirySelect } from "./expiry-select";
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
  const [days, setDays] = useState<ShareDays | null>(null);
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
          <DialogTitle className="wrap-anywhere">{t("title", { title: surface.title })}</DialogTitle>
          <DialogDescription>{off == null ? t("about") : t("passwordAbout")}</DialogDescription>
        </DialogHeader>
        {typeof off === "string" && (
          <PasswordForm
            hasCurrent={false}
            verb={t("setPassword")}
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
                {t("shows")}
              </label>
              <NativeSelect
                id={`${field}-shows`}
                value={isLive ? "live" : "frozen"}
                onChange={({ target }) => setLive(target.value === "live")}
              >
                <option value="frozen">{t("aSnapshot")}</option>
                <option value="live">{t("liveChanges")}</option>
              </NativeSelect>
            </div>
            <div className="flex min-w-40 flex-1 flex-col gap-1">
              <label htmlFor={field} className="text-ui font-medium">
                {t("expires")}
              </label>
              <ExpirySelect id={field} days={days} onChange={setDays} />
            </div>
            <Button className="max-md:h-11" disabled={make.isPending} onClick={() => make.mutate()}>
              {t("createLink")}
            </Button>
          </div>
        )}
        {off === null && surface.kind === "component" && (
          <p className="text-meta text-ink-3">{t("codeIsSent")}</p>
        )}
        {made && (
          <div role="status" className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
            <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{made.url}</code>
            <CopyButton text={() => made.url} label={common("copyLink")} />
          </div>
        )}
        <FieldError>{problem && failureText(problem)}</FieldError>
        {own.length > 0 && <ShareRows shares={own} isTitled={false} />}
        <DialogFooter>
          <CopyButton
            named
            size="default"
            className="max-md:h-11"
            label={t("ownLink")}
            text={() => new URL(surfacePath(surface, conversation), location.origin).href}
          />
          <Button variant="outline" className="max-md:h-11" onClick={onClose}>
            {common("close")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
