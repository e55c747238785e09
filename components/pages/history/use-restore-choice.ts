"use client";

import { useState } from "react";
import type { RestoreChange, RestorePreview } from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";
import type { RestoreChoice } from "./api";

type Ref = { kind: Kind; name: string };

const keyOf = ({ kind, name }: Ref): string => `${kind} ${name}`;

/** Keeps which changes of a preview stay out of the restore. All are chosen at first. */
export function useRestoreChoice(preview: RestorePreview | undefined) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [isConversationKept, keepConversation] = useState(false);
  const changes = preview?.changes ?? [];
  const isChosen = (ref: Ref) => !kept.has(keyOf(ref));
  const chosen = changes.filter(isChosen);
  const conversation = preview?.conversation;
  const isMovable =
    conversation !== undefined &&
    conversation.live === undefined &&
    conversation.hidden + conversation.shown > 0;
  const withConversation = isMovable && !isConversationKept;
  return {
    isChosen,
    chosen,
    isAll: chosen.length === changes.length,
    isEmpty: chosen.length === 0 && !withConversation,
    isMovable,
    withConversation,
    chooseConversation: (isOn: boolean) => keepConversation(!isOn),
    choose(some: readonly RestoreChange[], isOn: boolean) {
      const next = new Set(kept);
      for (const change of some)
        if (isOn) next.delete(keyOf(change));
        else next.add(keyOf(change));
      setKept(next);
    },
    /** The changes without which a chosen one would refer to something that is missing. */
    missingFor: ({ needs = [] }: RestoreChange): RestoreChange[] =>
      changes.filter((change) => !isChosen(change) && needs.some((need) => keyOf(need) === keyOf(change))),
    request(): RestoreChoice {
      if (!preview) return {};
      return {
        ...(chosen.length === changes.length
          ? { expect: preview.hash }
          : { parts: chosen.map(({ kind, name, hash }) => ({ kind, name, expect: hash })) }),
        ...(withConversation && { conversation: { id: conversation.id, expect: conversation.hash } }),
      };
    },
  };
}
