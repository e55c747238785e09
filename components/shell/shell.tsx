"use client";

import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import type { Summaries } from "@/lib/shared/chat/contract";
import { ChangesProvider } from "./changes";
import { Column } from "./column";
import { ConversationList } from "./conversation-list";
import { DeleteDialog } from "./delete-dialog";
import { NAV_COOKIE } from "./nav-cookie";
import { Rail } from "./rail";
import { ShellContext } from "./shell-context";
import { SignOut } from "./sign-out";
import { useConversations } from "./use-conversations";

type ShellProps = {
  conversations: Summaries;
  /** The server's clock, so that the first drawing is the same on both sides. */
  now: string;
  isRail: boolean;
  canSignOut: boolean;
  children: ReactNode;
};

/** The frame of every page of the workspace: rail or column at the left, a drawer where there is no room for them. */
export function Shell(props: ShellProps) {
  return (
    <ChangesProvider>
      <Frame {...props} />
    </ChangesProvider>
  );
}

function Frame({ conversations: known, now, isRail: wasRail, canSignOut, children }: ShellProps) {
  const { conversations, forget, loadOlder } = useConversations(known);
  const [isRail, setIsRail] = useState(wasRail);
  const [isListOpen, setIsListOpen] = useState(false);
  const [deleting, setDeleting] = useState<{ id: string; title: string } | null>(null);
  const [leaving, setLeaving] = useState<string>();
  const router = useRouter();
  const current = usePathname().split("/")[2];

  const openList = useCallback(() => setIsListOpen(true), []);
  const actions = useMemo(
    () => ({ openList, askDelete: setDeleting, listed: new Set(conversations.map(({ id }) => id)), leaving }),
    [openList, conversations, leaving],
  );
  const expand = (rail: boolean) => {
    setIsRail(rail);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
    document.cookie = `${NAV_COOKIE}=${rail ? "rail" : "column"}; path=/; max-age=31536000; samesite=lax`;
  };
  const deleted = (id: string) => {
    forget(id);
    setDeleting(null);
    if (id === current) router.push("/");
  };
  const list = (
    <ConversationList
      conversations={conversations}
      current={current}
      now={now}
      onDelete={setDeleting}
      onOlder={loadOlder}
    />
  );

  return (
    <ShellContext value={actions}>
      <div
        data-nav={isRail ? "rail" : "column"}
        className="group/shell flex h-dvh overflow-hidden bg-paper [--chat:clamp(var(--chat-min),100vw_-_532px,var(--chat-width))]"
      >
        <Column canSignOut={canSignOut} onCollapse={() => expand(true)}>
          {list}
        </Column>
        <Rail
          isWaiting={conversations.some(({ id, openAsks }) => openAsks > 0 && id !== current)}
          canSignOut={canSignOut}
          onExpand={() => expand(false)}
          onOpenList={openList}
        />
        {children}
      </div>
      <Dialog open={isListOpen} onOpenChange={setIsListOpen}>
        <DialogContent
          aria-describedby={undefined}
          className="inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-72 animate-fade gap-2 rounded-none bg-rail p-0"
          onOpenAutoFocus={(event) => {
            // Left alone, the focus would go past all links to the first delete button.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
          }}
          onClick={({ target }) => {
            if (target instanceof Element && target.closest("a")) setIsListOpen(false);
          }}
        >
          <DialogTitle className="flex h-bar items-center px-4">Conversations</DialogTitle>
          {list}
          {canSignOut && <SignOut />}
        </DialogContent>
      </Dialog>
      <DeleteDialog
        conversation={deleting}
        onClose={() => setDeleting(null)}
        onDeleting={setLeaving}
        onDeleted={deleted}
      />
    </ShellContext>
  );
}
