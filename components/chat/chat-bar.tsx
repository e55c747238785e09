"use client";

import { Ellipsis, PanelLeft, SquarePen, Trash2 } from "lucide-react";
import Link from "next/link";
import { useShell } from "@/components/shell/shell-context";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import type { ModelInUse } from "./model-in-use";

type ChatBarProps = { id: string; title: string; model: ModelInUse; isKnown: boolean };

export function ChatBar({ id, title, model, isKnown }: ChatBarProps) {
  const { askDelete } = useShell();
  return (
    <header className="flex h-bar shrink-0 items-center gap-2 pr-3 pl-6 max-md:hidden">
      <h1 className="min-w-0 flex-1 truncate font-medium">{title}</h1>
      <span className="max-w-48 truncate text-meta text-ink-3" title={model.label}>
        {model.label}
      </span>
      {isKnown && (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon" aria-label="More">
              <Ellipsis aria-hidden />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem variant="destructive" onSelect={() => askDelete({ id, title })}>
              <Trash2 aria-hidden />
              Delete conversation
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </header>
  );
}

/** The bar above both views of a phone. */
export function PhoneBar({ title }: { title: string }) {
  const { openList } = useShell();
  return (
    <header className="flex h-bar shrink-0 items-center gap-1 border-line border-b bg-paper px-1 md:hidden [&_svg]:size-5">
      <IconButton label="Conversations" onClick={openList}>
        <PanelLeft aria-hidden />
      </IconButton>
      <h1 className="min-w-0 flex-1 truncate text-center text-prose font-medium">{title}</h1>
      <Button asChild variant="ghost" size="icon">
        <Link href="/" prefetch={false} aria-label="New conversation">
          <SquarePen aria-hidden />
        </Link>
      </Button>
    </header>
  );
}
