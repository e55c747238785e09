"use client";

import { listConversations } from "@/components/client/conversations";
import { failureText } from "@/components/client/failure";
import { usePagedList } from "@/components/client/paged-list";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";
import { ConversationGroups } from "../conversations/conversation-groups";
import { isAboutList } from "../conversations/use-conversations";
import { useShell } from "../shell-context";

type OriginListProps = { origin: ConversationOrigin; onGo: (() => void) | undefined };

export function OriginList({ origin, onGo }: OriginListProps) {
  const { edits } = useShell();
  const { list, error, reload, older } = usePagedList({
    key: ["conversations", "of", origin],
    read: async (cursor, signal) => {
      const { conversations, nextCursor } = await listConversations({ cursor, origin, signal });
      return { items: conversations, ...(nextCursor && { nextCursor }) };
    },
    idOf: ({ id }) => id,
    outdatedBy: isAboutList,
  });
  if (list)
    return (
      <ConversationGroups
        conversations={list.items.map((item) => ({ ...item, ...edits[item.id] }))}
        none={clientText("none")}
        older={older}
        onGo={onGo}
      />
    );
  if (!error) return <Skeleton className="mx-2 mt-2 h-4 w-3/4" />;
  return (
    <LoadFailure size="sm" className="px-2 py-1.5" onRetry={() => void reload()}>
      {clientText("loadFailed", { error: failureText(error) })}
    </LoadFailure>
  );
}
