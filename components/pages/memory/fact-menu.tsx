"use client";

import { History, Merge, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useRouter } from "@/components/ui/kit/agent-base";
import type { FactView } from "@/lib/shared/memory/memory-view";

type FactMenuProps = {
  trigger: ReactNode;
  fact: FactView;
  onOpen: () => void;
  onMerge: () => void;
  onPin: () => void;
  onForget: () => void;
};

/** What can be done with a fact. It comes open: it was asked for before it was there. */
export function FactMenu({ trigger, fact, onOpen, onMerge, onPin, onForget }: FactMenuProps) {
  const router = useRouter();
  const history = `/history?${new URLSearchParams({ kind: "memory", name: fact.id })}`;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={onOpen}>
          <Pencil aria-hidden />
          Edit
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onPin}>
          {fact.pinnedAt ? <PinOff aria-hidden /> : <Pin aria-hidden />}
          {fact.pinnedAt ? "Unpin" : "Pin"}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onMerge}>
          <Merge aria-hidden />
          Merge into another
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => router.push(history)}>
          <History aria-hidden />
          Show in the history
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem variant="destructive" onSelect={onForget}>
          <Trash2 aria-hidden />
          Forget
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
