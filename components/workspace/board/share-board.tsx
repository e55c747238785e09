"use client";

import { Link2 } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { nameOf, roleName, useMembers } from "@/components/client/members";
import { RightChoice, useSharing } from "@/components/client/sharing";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field-error";
import { notify } from "@/components/ui/kit/notify";
import { useRights } from "@/components/ui/kit/rights";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/board";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as members } from "@/lib/shared/i18n/en/members";
import type { BoardRight, Role } from "@/lib/shared/members/roles";
import { boardSharingView } from "@/lib/shared/members/view";

type ShareBoardProps = { agent: string; board: { id: string; name: string }; onClose: () => void };

/** Lets the owner of the agent choose who may open a board without its agent. Each choice is saved at once. */
export function ShareBoard({ agent, board: { id, name }, onClose }: ShareBoardProps) {
  const { me } = useRights();
  const { members: all, error: listError } = useMembers();
  const { sharing, change, error } = useSharing(`/api/boards/${id}/sharing`, boardSharingView);
  const problem = listError ?? error;
  const give = (memberId: string, right: BoardRight | null) => {
    if (!sharing) return;
    const rest = sharing.members.filter((one) => one.memberId !== memberId);
    change({ ...sharing, members: right ? [...rest, { memberId, right }] : rest });
  };
  const copyLink = async () => {
    await copyText(`${location.origin}/shared-board/${agent}/${id}`);
    void notify(t("linkCopied"));
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle className="wrap-anywhere">{t("shareBoard", { name })}</DialogTitle>
        </DialogHeader>
        <p className="text-ink-2">{t("shareAbout")}</p>
        {sharing && all ? (
          <ul
            aria-label={members("sharing")}
            className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto"
          >
            <RightChoice
              about={members("everyoneHint")}
              right={sharing.everyone}
              rights={rightsFor("member")}
              onRight={(everyone) => change({ ...sharing, everyone })}
            >
              {members("everyone")}
            </RightChoice>
            {all
              .filter((member) => member.id !== me)
              .map((member) => {
                const right = sharing.members.find(({ memberId }) => memberId === member.id)?.right ?? null;
                return (
                  <RightChoice
                    key={member.id}
                    about={roleName(member.role)}
                    // Guests never edit.
                    right={right && member.role === "guest" ? "read" : right}
                    rights={rightsFor(member.role)}
                    onRight={(right) => give(member.id, right)}
                  >
                    {nameOf(member)}
                  </RightChoice>
                );
              })}
          </ul>
        ) : (
          !problem && <Skeleton className="h-24" />
        )}
        <FieldError role="alert">{problem ? failureText(problem) : undefined}</FieldError>
        <DialogFooter>
          <Button variant="outline" className="max-md:h-11" onClick={() => void copyLink()}>
            <Link2 aria-hidden />
            {common("copyLink")}
          </Button>
          <Button className="max-md:h-11" onClick={onClose}>
            {common("done")}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

const rightsFor = (role: Role) => [
  ["read", members("read")] as const,
  ...(role === "guest" ? [] : [["edit", members("edit")] as const]),
];
