"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { useRights } from "@/components/ui/kit/rights";
import type { Exportable } from "@/components/workspace/export/index";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/members";
import { hasRole } from "@/lib/shared/members/roles";
import { ConversationLinkSection } from "./conversation-link";
import { ShareWithMembers } from "./share-with-members";

type ShareConversationProps = {
  conversation: { id: string; title: string };
  /** Loads the whole conversation; undefined if that failed. */
  load: () => Promise<Exportable | undefined>;
  onClose: () => void;
};

/** Shares a conversation with members, and with anyone who has its link. */
export function ShareConversation({ conversation, load, onClose }: ShareConversationProps) {
  const { isAlone, role } = useRights();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle className="wrap-anywhere">
            {t("shareTitle", { title: conversation.title })}
          </DialogTitle>
        </DialogHeader>
        {!isAlone && <ShareWithMembers conversation={conversation.id} />}
        {hasRole(role, "member") && (
          <ConversationLinkSection conversation={conversation} load={load} isAlone={isAlone} />
        )}
        {!isAlone && (
          <DialogFooter>
            <Button variant="outline" className="max-md:h-11" onClick={onClose}>
              {common("done")}
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  );
}
