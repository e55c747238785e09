"use client";

import type { ReactNode } from "react";
import type { Older } from "@/components/client/paged-list";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/kit/clock";
import type { Summary } from "@/lib/shared/chat/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellConversations";
import { useList } from "../shell-context";
import { ConversationRow } from "./conversation-row";
import { groupsOf } from "./groups";

type ConversationGroupsProps = {
  conversations: readonly Summary[];
  /** Shown without conversations. */
  none: ReactNode;
  older: Older | undefined;
  onGo: (() => void) | undefined;
};

export function ConversationGroups({ conversations, none, older, onGo }: ConversationGroupsProps) {
  const { current, now } = useList();
  const groups = groupsOf(conversations, now, useTimeZone());
  if (groups.length === 0)
    return <div className="flex flex-col items-start gap-1 px-2 py-2 text-ink-3">{none}</div>;
  return (
    <>
      {groups.map((group) => (
        <section key={group.label} className="mb-4">
          <h2 className="px-2 py-1.5 text-meta text-ink-3">{group.label}</h2>
          <ul className="flex flex-col gap-px">
            {group.items.map((item) => (
              <ConversationRow key={item.id} item={item} isCurrent={item.id === current} onGo={onGo} />
            ))}
          </ul>
        </section>
      ))}
      {older && (
        // Not `disabled` while loading, because a disabled button loses the focus.
        <Button variant="ghost" className="w-full" aria-disabled={older.isBusy} onClick={() => older.load()}>
          {older.error ? t("loadFailed") : common("showMore")}
        </Button>
      )}
    </>
  );
}
