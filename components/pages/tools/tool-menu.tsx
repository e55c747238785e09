"use client";

import { History, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useDeletion } from "@/components/client/versions/deletion";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useRouter } from "@/components/ui/kit/agent-base";

/** What can be done with a tool as a whole. It comes open: it was asked for before it was there. */
export function ToolMenu({ trigger, name }: { trigger: ReactNode; name: string }) {
  const { remove } = useDeletion();
  const router = useRouter();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => router.push(`/history?kind=tool&name=${name}`)}>
          <History aria-hidden />
          Show in the history
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive" onSelect={() => void remove(name)}>
          <Trash2 aria-hidden />
          Delete
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
