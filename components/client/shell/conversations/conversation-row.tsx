"use client";

import { memo, useRef, useState } from "react";
import { showIntent } from "@/components/client/intent";
import { nameOf } from "@/components/client/members";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { RenameField } from "@/components/ui/kit/rename-field";
import { type Summary, titleOf } from "@/lib/shared/chat/contract";
import { t } from "@/lib/shared/i18n/en/shellConversations";
import { changeThenFocus } from "../focus";
import { OriginMark } from "../origins/origin-later";
import { useShell } from "../shell-context";
import { conversationActions } from "./conversation-actions";
import { ConversationMark } from "./conversation-mark";

type ConversationRowProps = { item: Summary; isCurrent: boolean; onGo: (() => void) | undefined };

export const ConversationRow = memo(function ConversationRow({
  item,
  isCurrent,
  onGo,
}: ConversationRowProps) {
  const { rename, pin, remove } = useShell();
  const [isRenaming, setIsRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const title = titleOf(item);
  const author = authorOf(item);
  const named = { id: item.id, title };
  const thenFocus = (change: () => void, selector: string | undefined) =>
    changeThenFocus(change, row.current?.closest("nav"), selector);

  if (isRenaming) {
    const finish = (next: string | undefined) => {
      // Focus the link only if the focus is still in the row. Otherwise the user has clicked elsewhere.
      const hasFocus = row.current?.contains(document.activeElement);
      thenFocus(() => setIsRenaming(false), hasFocus ? linkOf(item.id) : undefined);
      if (next) rename(named, next);
    };
    return (
      <li ref={row}>
        <RenameField title={item.title.trim()} onDone={finish} />
      </li>
    );
  }
  return (
    <li ref={row} className="group/item relative">
      <Link
        href={`/chat/${item.id}`}
        onClick={onGo}
        onPointerEnter={showIntent}
        onFocus={showIntent}
        aria-current={isCurrent ? "page" : undefined}
        className={cn(
          "flex h-8 items-center gap-2 rounded-in px-2 transition-colors hover:bg-fill-hover max-md:h-11",
          "pointer-coarse:pr-11",
          isCurrent && "bg-fill-press font-medium hover:bg-fill-press",
        )}
      >
        <OriginMark origin={item.origin} />
        <span className="min-w-0 flex-1 truncate" title={title}>
          {title}
        </span>
        {author && <span className="max-w-24 shrink-0 truncate text-meta text-ink-3">{author}</span>}
        <span className="shrink-0 pointer-fine:group-focus-within/item:invisible pointer-fine:group-hover/item:invisible">
          <ConversationMark item={item} />
        </span>
      </Link>
      {author === undefined && (
        <ActionsButton
          label={t("more", { title })}
          size="icon-sm"
          className="absolute inset-y-0 right-1 my-auto pointer-fine:opacity-0 pointer-fine:group-focus-within/item:opacity-100 pointer-fine:group-hover/item:opacity-100 pointer-fine:data-[state=open]:opacity-100"
          groups={conversationActions({
            isPinned: item.pinned === true,
            onRename: () => setIsRenaming(true),
            onPin: () => thenFocus(() => pin(named, item.pinned !== true), linkOf(item.id)),
            onDelete: () => {
              // Close the drawer, which would cover the undo notification.
              onGo?.();
              const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
              const href = next?.querySelector("a")?.getAttribute("href");
              thenFocus(() => remove(named), href ? `a[href="${href}"]` : "a");
            },
          })}
        />
      )}
    </li>
  );
});

const authorOf = ({ author }: Summary): string | undefined =>
  author === undefined ? undefined : nameOf({ name: author, role: "owner" });

const linkOf = (id: string): string => `a[href$="/chat/${id}"]`;
