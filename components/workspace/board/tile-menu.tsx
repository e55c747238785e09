"use client";

import { ArrowDown, ArrowUp, MessageSquare, Pencil, PinOff } from "lucide-react";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/kit/agent-base";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import { surfaceHash } from "@/lib/shared/chat/surfaces/surface-address";

type TileMenuProps = {
  trigger: ReactNode;
  pin: Pin;
  /** In the one column of a phone. */
  onStep: ((by: -1 | 1) => void) | undefined;
  onRename: () => void;
  onUnpin: () => void;
};

export function TileMenu({ trigger, pin: { from, surface }, onStep, onRename, onUnpin }: TileMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {from && surface && (
          <DropdownMenuItem asChild>
            <Link href={`/chat/${from.id}${surfaceHash(surface)}`}>
              <MessageSquare aria-hidden />
              Open in its conversation
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={onRename}>
          <Pencil aria-hidden />
          Rename
        </DropdownMenuItem>
        {onStep && (
          <>
            <DropdownMenuItem onSelect={() => onStep(-1)}>
              <ArrowUp aria-hidden />
              Move up
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => onStep(1)}>
              <ArrowDown aria-hidden />
              Move down
            </DropdownMenuItem>
          </>
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onUnpin}>
          <PinOff aria-hidden />
          Take off the board
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
