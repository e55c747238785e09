"use client";

import { Cpu, FileDown, Printer, SquarePen } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useRef } from "react";
import { ConversationItems } from "@/components/shell/conversation-items";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { newId } from "@/lib/shared/chat/id";
import type { ChatCommands } from "./use-chat-commands";
import type { Heading } from "./use-heading";

type ChatMenuProps = {
  trigger: ReactNode;
  heading: Heading;
  commands: ChatCommands;
  /** Holds what a wider bar has beside it. */
  isPhone: boolean;
};

/** What can be done with the conversation that is open. It comes open: it was asked for before it was there. */
export function ChatMenu({ trigger, heading, commands, isPhone }: ChatMenuProps) {
  const after = useRef<() => void>(undefined);
  const router = useRouter();
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
        {isPhone && (
          <>
            <DropdownMenuItem onSelect={() => router.push(`/chat/${newId()}`)}>
              <SquarePen aria-hidden />
              New conversation
            </DropdownMenuItem>
            <DropdownMenuItem
              onSelect={() => {
                after.current = commands.askModel;
              }}
            >
              <Cpu aria-hidden />
              Choose the model
            </DropdownMenuItem>
            <DropdownMenuSeparator />
          </>
        )}
        {heading.isKnown && (
          <>
            <DropdownMenuItem onSelect={() => commands.saveAs("file")}>
              <FileDown aria-hidden />
              Export as HTML
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => commands.saveAs("print")}>
              <Printer aria-hidden />
              Print
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <ConversationItems
              isPinned={heading.isPinned}
              onRename={commands.rename}
              onPin={commands.pin}
              onDelete={commands.remove}
              after={after}
            />
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
