"use client";

import {
  CircleHelp,
  Columns2,
  FileDown,
  Link,
  Maximize2,
  MessageSquareText,
  Minimize2,
  Printer,
  Rocket,
  Share2,
  X,
} from "lucide-react";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { copyText } from "@/components/ui/copy-button";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { type ActionGroups, ActionMenu } from "@/components/ui/kit/action-menu";
import { pinAction } from "@/components/ui/kit/menu-button";
import { surfaceDomId } from "@/components/workspace/chat/use-front";
import { surfacePath } from "@/lib/shared/chat/surfaces/surface-address";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as comments } from "@/lib/shared/i18n/en/comments";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as why } from "@/lib/shared/i18n/en/why";
import { PutOnBoard } from "./put-on-board";
import type { SurfacePlace } from "./surface-place";
import { publishableOf, TakeContext } from "./take";
import { tileSize } from "./tile-size";

type SurfaceMenuProps = {
  trigger: ReactNode;
  surface: Surface;
  place: SurfacePlace;
  onComment: () => void;
};

export function SurfaceMenu({ trigger, surface, place, onComment }: SurfaceMenuProps) {
  const {
    conversation,
    isPinned,
    isFull,
    isBeside,
    onPin,
    onFull,
    onLeaveFull,
    onBeside,
    onAway,
    onWhy,
    onClose,
  } = place;
  const { exportSurface, printSurface, shareSurface, publish } = useContext(TakeContext);
  const isDone = surface.state !== "writing";
  // A browser cannot be exported or printed; its screenshots are in the conversation.
  const isPaper = surface.kind !== "browser";
  // The app of an MCP server works only inside Easel, so it cannot be shared.
  const isShared = isPaper && surface.kind !== "app";
  const groups: ActionGroups = [
    [
      onPin && pinAction(isPinned, onPin),
      isBeside && { label: t("putBack"), icon: X, onSelect: onAway },
      onBeside &&
        !isFull &&
        (onBeside === "narrow"
          ? {
              ...{ label: t("besideTooNarrow"), icon: Columns2 },
              ...{ isDisabled: true, onSelect: () => {} },
            }
          : { label: t("showBesideMenu"), icon: Columns2, onSelect: onBeside }),
      isFull
        ? { label: t("leaveFull"), icon: Minimize2, onSelect: onLeaveFull }
        : { label: t("fullScreen"), icon: Maximize2, onSelect: onFull },
      isDone &&
        isPaper && {
          label: comments("comment"),
          icon: MessageSquareText,
          onSelect: onComment,
          takesFocus: true,
        },
      isDone &&
        isPaper &&
        onWhy && {
          ...{ label: why("title"), icon: CircleHelp, onSelect: () => onWhy(surface), takesFocus: true },
        },
      onClose && { label: common("close"), icon: X, onSelect: onClose },
      conversation && isPaper && isDone && (
        <PutOnBoard
          key="board"
          tile={{
            sheet: { conversation: conversation.id, id: `${surface.messageId}/${surface.toolCallId}` },
          }}
          title={surface.title}
          size={() => tileSize(document.getElementById(surfaceDomId(place.id)))}
        />
      ),
    ],
    conversation
      ? [
          !isShared && <CopyLink key="link" surface={surface} conversation={conversation} />,
          isPaper && {
            ...{ label: common("exportAsHtml"), icon: FileDown, isDisabled: !isDone },
            onSelect: () => void exportSurface(surface, conversation.id),
          },
          isPaper && {
            ...{ label: t("print"), icon: Printer, isDisabled: !isDone },
            onSelect: () => void printSurface(surface),
          },
          // Open the dialog only after the closing menu has returned the focus, because the dialog returns
          // the focus to where it was.
          isShared &&
            !place.isReader && {
              ...{ label: t("share"), icon: Share2, isDisabled: !isDone, needs: { right: "own" } as const },
              onSelect: () => setTimeout(() => shareSurface(surface, conversation)),
            },
          isShared &&
            !place.isReader && {
              ...{ label: t("publish"), icon: Rocket, isDisabled: !isDone, needs: { right: "own" } as const },
              onSelect: () => setTimeout(() => publish(publishableOf(surface, conversation))),
            },
        ]
      : [],
  ];
  return <ActionMenu trigger={trigger} groups={groups} />;
}

type CopyLinkProps = { surface: Surface; conversation: { id: string } };

function CopyLink({ surface, conversation }: CopyLinkProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed">();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 1_600);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    copyText(new URL(surfacePath(surface, conversation), location.origin).href).then(
      () => setOutcome("copied"),
      () => setOutcome("failed"),
    );
  };
  const label = outcome ? t(outcome === "copied" ? "linkCopied" : "notCopied") : common("copyLink");
  return (
    <DropdownMenuItem
      onSelect={(event) => {
        // Without a clipboard API, copying needs the focus, which an open menu traps. Only in that case let
        // the menu close.
        if (navigator.clipboard) event.preventDefault();
        setTimeout(copy);
      }}
    >
      <Link aria-hidden />
      <span aria-live="polite">{label}</span>
    </DropdownMenuItem>
  );
}
