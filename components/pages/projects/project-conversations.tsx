"use client";

import { listConversations } from "@/components/client/conversations";
import { EndOfList } from "@/components/client/end-of-list";
import { isConversation } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { usePagedList } from "@/components/client/paged-list";
import { PROJECTS } from "@/components/client/projects";
import { ConversationRow } from "@/components/client/shell/conversations/conversation-row";
import type { Summary } from "@/lib/shared/chat/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/projects";
import { Nothing, Section } from "./section";

const idOf = ({ id }: Summary): string => id;

export function ProjectConversations({ id }: { id: string }) {
  const { list, error, older } = usePagedList<Summary>({
    key: [...PROJECTS, id, "conversations"],
    read: async (cursor, signal) => {
      const { conversations, nextCursor } = await listConversations({ projectId: id, cursor, signal });
      return { items: conversations, nextCursor: nextCursor ?? undefined };
    },
    idOf,
    outdatedBy: isConversation,
  });
  return (
    <Section title={common("conversations")}>
      {error && !list && <p role="alert">{failureText(error)}</p>}
      {list?.items.length === 0 && <Nothing>{t("noConversations")}</Nothing>}
      {list && list.items.length > 0 && (
        <ul aria-label={common("conversations")} className="-mx-2 flex flex-col gap-px max-md:mx-0">
          {list.items.map((item) => (
            <ConversationRow key={item.id} item={item} isCurrent={false} onGo={undefined} />
          ))}
        </ul>
      )}
      {older && !older.error && <EndOfList older={older} />}
    </Section>
  );
}
