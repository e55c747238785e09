"use client";

import {
  Columns2,
  FileDown,
  Link,
  Maximize2,
  Minimize2,
  Pin,
  PinOff,
  Printer,
  Share2,
  X,
} from "lucide-react";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { copyText } from "@/components/ui/copy-button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { surfaceHash } from "@/lib/shared/chat/surfaces/surface-address";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { PutOnBoard } from "./put-on-board";
import type { SheetPlace } from "./sheet-place";
import { TakeContext } from "./take";

type SheetMenuProps = {
  trigger: ReactNode;
  surface: Surface;
  place: SheetPlace;
};

/** All that can be done with a sheet as a whole. It comes open: it was asked for before it was there. */
export function SheetMenu({ trigger, surface, place }: SheetMenuProps) {
  const { conversation, isPinned, isFull, isBeside, onPin, onFull, onLeaveFull, onBeside, onAway, onClose } =
    place;
  const { exportSurface, printSurface, shareSurface } = useContext(TakeContext);
  const isDone = surface.state !== "writing";
  // A browser is looked at, and its pictures are in the conversation.
  const isPaper = surface.kind !== "browser";
  // Of the app of a server there is nothing that could go elsewhere.
  const isShared = isPaper && surface.kind !== "app";
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {onPin && (
          <DropdownMenuItem onSelect={onPin}>
            {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            {isPinned ? "Unpin" : "Pin"}
          </DropdownMenuItem>
        )}
        {isBeside && (
          <DropdownMenuItem onSelect={onAway}>
            <X aria-hidden />
            Put it back
          </DropdownMenuItem>
        )}
        {onBeside && !isFull && (
          <DropdownMenuItem
            disabled={onBeside === "narrow"}
            onSelect={onBeside === "narrow" ? undefined : onBeside}
          >
            <Columns2 aria-hidden />
            {onBeside === "narrow" ? "Show beside (the canvas is too narrow)" : "Show beside…"}
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={isFull ? onLeaveFull : onFull}>
          {isFull ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          {isFull ? "Leave full screen" : "Full screen"}
        </DropdownMenuItem>
        {onClose && (
          <DropdownMenuItem onSelect={onClose}>
            <X aria-hidden />
            Close
          </DropdownMenuItem>
        )}
        {conversation && isPaper && isDone && (
          <PutOnBoard
            tile={{
              sheet: { conversation: conversation.id, id: `${surface.messageId}/${surface.toolCallId}` },
            }}
            title={surface.title}
          />
        )}
        {conversation && (
          <>
            <DropdownMenuSeparator />
            <CopyLink surface={surface} conversation={conversation} />
            {isPaper && (
              <>
                <DropdownMenuItem disabled={!isDone} onSelect={() => void exportSurface(surface)}>
                  <FileDown aria-hidden />
                  Export as HTML
                </DropdownMenuItem>
                <DropdownMenuItem disabled={!isDone} onSelect={() => void printSurface(surface)}>
                  <Printer aria-hidden />
                  Print
                </DropdownMenuItem>
                {isShared && (
                  // After the menu has given the focus back, to where the dialog will return it.
                  <DropdownMenuItem
                    disabled={!isDone}
                    onSelect={() => setTimeout(() => shareSurface(surface, conversation))}
                  >
                    <Share2 aria-hidden />
                    Share by a link
                  </DropdownMenuItem>
                )}
              </>
            )}
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type CopyLinkProps = { surface: Surface; conversation: { id: string } };

/** Says in its own place what became of it, and only then the menu closes. */
function CopyLink({ surface, conversation }: CopyLinkProps) {
  const [said, setSaid] = useState("Copy link");
  useEffect(() => {
    if (said === "Copy link") return;
    const timer = setTimeout(() => setSaid("Copy link"), 1_600);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => {
    const path = `/chat/${encodeURIComponent(conversation.id)}${surfaceHash(surface)}`;
    copyText(new URL(path, location.origin).href).then(
      () => setSaid("Link copied"),
      () => setSaid("Not copied"),
    );
  };
  return (
    <DropdownMenuItem
      onSelect={(event) => {
        // The old way of copying needs the focus, which an open menu would not give away.
        if (navigator.clipboard) event.preventDefault();
        setTimeout(copy);
      }}
    >
      <Link aria-hidden />
      <span aria-live="polite">{said}</span>
    </DropdownMenuItem>
  );
}
