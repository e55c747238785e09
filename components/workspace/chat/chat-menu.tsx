"use client";

import {
  BetweenHorizontalStart,
  Cpu,
  FileDown,
  FoldVertical,
  Printer,
  ShieldCheck,
  SquarePen,
  X,
} from "lucide-react";
import { type ReactNode, useRef } from "react";
import { ConversationItems } from "@/components/client/shell/conversations/conversation-items";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useRouter } from "@/components/ui/kit/agent-base";
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
            {commands.compact && (
              <DropdownMenuItem onSelect={commands.compact}>
                <FoldVertical aria-hidden />
                Summarise earlier messages
              </DropdownMenuItem>
            )}
            {commands.divide && (
              <DropdownMenuItem onSelect={commands.divide}>
                <BetweenHorizontalStart aria-hidden />
                New session
              </DropdownMenuItem>
            )}
            {commands.allowed.length > 0 && <AllowedHere {...commands} />}
            {(commands.compact || commands.divide || commands.allowed.length > 0) && (
              <DropdownMenuSeparator />
            )}
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

/** Tools that may be used here without asking; each can be made to ask again. */
function AllowedHere({ allowed, askAgain }: Pick<ChatCommands, "allowed" | "askAgain">) {
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger>
        <ShieldCheck aria-hidden />
        Allowed in this conversation
      </DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        <DropdownMenuLabel>Choose one to be asked again</DropdownMenuLabel>
        {allowed.map((name) => (
          <DropdownMenuItem key={name} onSelect={() => askAgain(name)}>
            <X aria-hidden />
            <code className="font-mono text-[12px]">{name}</code>
          </DropdownMenuItem>
        ))}
      </DropdownMenuSubContent>
    </DropdownMenuSub>
  );
}
