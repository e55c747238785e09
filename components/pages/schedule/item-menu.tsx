"use client";

import { History, List, MessageCircle, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useRouter } from "@/components/ui/kit/agent-base";
import type { Item } from "./api";

type ItemMenuProps = {
  trigger: ReactNode;
  item: Item;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** What can be done with a job or trigger. It comes open: it was asked for before it was there. */
export function ItemMenu({ trigger, item: { id, chatId }, onOpen, onEdit, onDelete }: ItemMenuProps) {
  const router = useRouter();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={onEdit}>
          <Pencil aria-hidden />
          Edit
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onOpen}>
          <List aria-hidden />
          Show its runs
        </DropdownMenuItem>
        {chatId && (
          <DropdownMenuItem onSelect={() => router.push(`/chat/${chatId}`)}>
            <MessageCircle aria-hidden />
            Open its conversation
          </DropdownMenuItem>
        )}
        <DropdownMenuItem
          onSelect={() => router.push(`/history?${new URLSearchParams({ kind: "job", name: id })}`)}
        >
          <History aria-hidden />
          Show in the history
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive" onSelect={onDelete}>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
