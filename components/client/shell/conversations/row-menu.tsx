"use client";

import type { ReactNode } from "react";
import { useRef } from "react";
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";
import { type ConversationActions, ConversationItems } from "./conversation-items";

type RowMenuProps = ConversationActions & { trigger: ReactNode };

/** What can be done with a conversation in the list. It comes open: it was asked for before it was there. */
export function RowMenu({ trigger, ...actions }: RowMenuProps) {
  const after = useRef<() => void>(undefined);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        onCloseAutoFocus={(event) => {
          if (!after.current) return;
          event.preventDefault();
          after.current();
          after.current = undefined;
        }}
      >
        <ConversationItems {...actions} after={after} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
