"use client";

import { FileDown, History, Merge, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useRouter } from "@/components/ui/kit/agent-base";
import { download } from "@/components/ui/kit/download";
import { blockName } from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";

type BlockMenuProps = {
  trigger: ReactNode;
  block: BlockView;
  onOpen: () => void;
  onMerge: () => void;
  onPin: () => void;
  onDelete: () => void;
};

/** What can be done with a block. It comes open: it was asked for before it was there. */
export function BlockMenu({ trigger, block, onOpen, onMerge, onPin, onDelete }: BlockMenuProps) {
  const router = useRouter();
  const name = blockName(block);
  // What becomes of a block that another agent shares is decided there, and its history is there.
  const isOwn = !block.sharedBy;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={onOpen}>
          <Pencil aria-hidden />
          Edit
        </DropdownMenuItem>
        {!block.isArchival && isOwn && (
          <DropdownMenuItem onSelect={onPin}>
            {block.pinnedAt ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            {block.pinnedAt ? "Unpin" : "Pin"}
          </DropdownMenuItem>
        )}
        {isOwn && (
          <DropdownMenuItem onSelect={onMerge}>
            <Merge aria-hidden />
            Merge into another
          </DropdownMenuItem>
        )}
        <DropdownMenuItem
          onSelect={() => download(new Blob([block.text], { type: "text/markdown" }), block.label, "md")}
        >
          <FileDown aria-hidden />
          Download
        </DropdownMenuItem>
        {isOwn && (
          <>
            <DropdownMenuItem
              onSelect={() => router.push(`/history?${new URLSearchParams({ kind: "block", name })}`)}
            >
              <History aria-hidden />
              Show in the history
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="destructive" onSelect={onDelete}>
              <Trash2 aria-hidden />
              Delete
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
