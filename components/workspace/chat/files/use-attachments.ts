"use client";

import type { FileUIPart } from "ai";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { onAttach } from "@/components/client/attach-file";
import type { Attachment } from "@/components/client/uploads";
import { uploadsOf } from "@/components/client/uploads-of";
import { notifyProblem } from "@/components/ui/kit/notify";
import { t } from "@/lib/shared/i18n/en/chatFiles";

export type Attachments = {
  items: readonly Attachment[];
  isUploading: boolean;
  hasFailed: boolean;
  add: (files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  take: () => FileUIPart[];
  putBack: (parts: readonly FileUIPart[]) => void;
};

const NONE: readonly Attachment[] = [];

export function useAttachments(conversationId: string): Attachments {
  const actions = useMemo(() => {
    const uploads = () => uploadsOf(conversationId);
    return {
      subscribe: (listener: () => void) => uploads().subscribe(listener),
      read: () => uploads().items,
      add: (files: readonly File[]) => {
        const count = uploads().add(files);
        if (count > 0) void notifyProblem(t("tooMany", { count }));
      },
      retry: (key: string) => uploads().retry(key),
      remove: (key: string) => uploads().remove(key),
      take: () => uploads().take(),
      putBack: (parts: readonly FileUIPart[]) => uploads().putBack(parts),
    };
  }, [conversationId]);
  const items = useSyncExternalStore(actions.subscribe, actions.read, () => NONE);
  useEffect(() => onAttach((file) => uploadsOf(conversationId).attach(file)), [conversationId]);
  return {
    ...actions,
    items,
    isUploading: items.some(({ state }) => state === "uploading"),
    hasFailed: items.some(({ state }) => state === "failed"),
  };
}
