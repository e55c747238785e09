"use client";

import { History, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/kit/agent-base";

type BoardMenuProps = { trigger: ReactNode; id: string; onRename: () => void; onDelete: () => void };

export function BoardMenu({ trigger, id, onRename, onDelete }: BoardMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuItem onSelect={onRename}>
          <Pencil aria-hidden />
          Rename
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href={`/history?kind=board&name=${id}`}>
            <History aria-hidden />
            Versions
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive" onSelect={onDelete}>
          <Trash2 aria-hidden />
          Delete the board
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
