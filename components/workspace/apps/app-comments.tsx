"use client";

import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { useRouter } from "@/components/ui/kit/agent-base";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { bodyOf, postMessage } from "@/components/workspace/chat/client/api";
import { messageOf } from "@/components/workspace/chat/client/unsent";
import { CommentsButton } from "@/components/workspace/comments/comments-button";
import { handOver } from "@/components/workspace/comments/hand-over";
import type { ListedApp } from "@/lib/shared/apps/views";
import { newId } from "@/lib/shared/chat/id";
import type { Comment } from "@/lib/shared/comments/view";
import { t } from "@/lib/shared/i18n/en/comments";

/** The comments on a published app. The agent fixes in the conversation of its surface, or in a new one. */
export function AppComments({ app }: { app: ListedApp }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { id, title, source, version } = app;
  const fix = async (comment: Comment, replies: readonly Comment[]) => {
    setOpen(false);
    const conversation = source.kind === "surface" ? source.conversation : newId();
    const name = source.kind === "component" ? source.name : title;
    const { comment: handed } = handOver(title, comment, replies);
    try {
      const message = messageOf(t("pleaseFixApp", { title, name }), [], newId(), { comment: handed });
      void bodyOf(await postMessage(conversation, message))?.cancel();
      const onClick = () => router.push(`/chat/${conversation}`);
      await notify(t("handedOver"), { action: { label: t("open"), onClick } });
    } catch (error) {
      await notifyProblem(t("notSent", { error: failureText(error) }));
    }
  };
  return (
    <CommentsButton
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={title}
      place={{ apps: true }}
      target={{ kind: "app", app: id }}
      shown={String(version)}
      onFix={(comment, replies) => void fix(comment, replies)}
    />
  );
}
