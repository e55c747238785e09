"use client";

import {
  BetweenHorizontalStart,
  Cpu,
  FileDown,
  FoldVertical,
  Printer,
  Share2,
  ShieldCheck,
  SquarePen,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { conversationActions } from "@/components/client/shell/conversations/conversation-actions";
import {
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
} from "@/components/ui/dropdown-menu";
import { type ActionGroups, ActionMenu } from "@/components/ui/kit/action-menu";
import { newId } from "@/lib/shared/chat/id";
import { t } from "@/lib/shared/i18n/en/chat";
import { t as common } from "@/lib/shared/i18n/en/common";
import { ProjectMenu } from "./project-menu";
import type { ChatCommands } from "./use-chat-commands";
import type { Heading } from "./use-heading";

type ChatMenuProps = {
  trigger: ReactNode;
  heading: Heading;
  commands: ChatCommands;
  isPhone: boolean;
};

export function ChatMenu({ trigger, heading, commands, isPhone }: ChatMenuProps) {
  const { compact, endSession, allowed, saveAs, share } = commands;
  const isAuthor = !heading.isReader;
  const beside: ActionGroups = [
    [
      { label: common("newConversation"), icon: SquarePen, href: `/chat/${newId()}` },
      isAuthor && { label: t("chooseModel"), icon: Cpu, takesFocus: true, onSelect: commands.askModel },
    ],
  ];
  const stored: ActionGroups = [
    [
      compact && { label: t("summarise"), icon: FoldVertical, onSelect: compact },
      endSession && { label: t("newSession"), icon: BetweenHorizontalStart, onSelect: endSession },
      isAuthor && <ProjectMenu key="project" heading={heading} />,
      isAuthor && allowed.length > 0 && <AllowedHere key="allowed" {...commands} />,
    ],
    [
      { label: common("exportAsHtml"), icon: FileDown, onSelect: () => saveAs("file") },
      { label: t("print"), icon: Printer, onSelect: () => saveAs("print") },
      share && { label: t("share"), icon: Share2, takesFocus: true, onSelect: share },
    ],
    ...(isAuthor
      ? conversationActions({
          isPinned: heading.isPinned,
          onRename: commands.rename,
          onPin: commands.pin,
          onDelete: commands.remove,
        })
      : []),
  ];
  return (
    <ActionMenu
      trigger={trigger}
      groups={[...(isPhone ? beside : []), ...(heading.isStored ? stored : [])]}
    />
  );
}

function AllowedHere({ allowed, askAgain }: Pick<ChatCommands, "allowed" | "askAgain">) {
  return (
    <DropdownMenuSub>
      <DropdownMenuSubTrigger>
        <ShieldCheck aria-hidden />
        {t("allowedHere")}
      </DropdownMenuSubTrigger>
      <DropdownMenuSubContent>
        <DropdownMenuLabel>{t("askAgain")}</DropdownMenuLabel>
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
