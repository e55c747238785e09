"use client";

import { Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import type { RefObject } from "react";
import { DropdownMenuItem, DropdownMenuSeparator } from "@/components/ui/dropdown-menu";

export type ConversationActions = {
  isPinned: boolean;
  onRename: () => void;
  onPin: () => void;
  onDelete: () => void;
};

type ConversationItemsProps = ConversationActions & {
  /** What is to be done once the menu has closed, in place of giving the focus back: its button may go with the row. */
  after: RefObject<(() => void) | undefined>;
};

/** The same three things wherever a conversation has a menu. */
export function ConversationItems({ isPinned, onRename, onPin, onDelete, after }: ConversationItemsProps) {
  return (
    <>
      <DropdownMenuItem
        onSelect={() => {
          after.current = onRename;
        }}
      >
        <Pencil aria-hidden />
        Rename
      </DropdownMenuItem>
      <DropdownMenuItem
        onSelect={() => {
          after.current = onPin;
        }}
      >
        {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        {isPinned ? "Unpin" : "Pin"}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuItem
        variant="destructive"
        onSelect={() => {
          after.current = onDelete;
        }}
      >
        <Trash2 aria-hidden />
        Delete
      </DropdownMenuItem>
    </>
  );
}
