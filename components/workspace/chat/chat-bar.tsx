"use client";

import { ListButton } from "@/components/client/shell/conversations/list-button";
import { OriginMark } from "@/components/client/shell/origins/origin-later";
import Link from "@/components/ui/kit/agent-base";
import { MenuButton } from "@/components/ui/kit/menu-button";
import { RenameField } from "@/components/ui/kit/rename-field";
import { t } from "@/lib/shared/i18n/en/chat";
import { ModelButton } from "./model-button";
import type { ChatCommands } from "./use-chat-commands";
import type { Heading } from "./use-heading";

type BarProps = { heading: Heading; commands: ChatCommands };

const loadMenu = () => import("./chat-menu").then((module) => module.ChatMenu);

export function ChatBar({ heading, commands }: BarProps) {
  return (
    <header className="flex h-bar shrink-0 items-center gap-1 pr-3 pl-6 max-md:hidden">
      <OriginMark origin={heading.origin} />
      {heading.project && <ProjectLink {...heading.project} />}
      <Title heading={heading} commands={commands} className={heading.origin === "chat" ? "-ml-1.75" : ""} />
      {!heading.isReader && <ModelButton heading={heading} asked={timesAsked(commands, "chat")} />}
      {heading.isStored && (
        <MenuButton label={t("more")} load={loadMenu} menu={{ heading, commands, isPhone: false }} />
      )}
    </header>
  );
}

export function PhoneBar({ heading, commands }: BarProps) {
  return (
    <header className="flex h-bar shrink-0 items-center gap-1 border-line border-b bg-paper px-1 md:hidden [&_svg]:size-5">
      <ListButton />
      <Title heading={heading} commands={commands} className="text-center text-prose" />
      {/* The phone's menu opens the model menu. This button is hidden and only anchors that menu. */}
      {!heading.isReader && (
        <ModelButton heading={heading} asked={timesAsked(commands, "phone")} className="sr-only" />
      )}
      <MenuButton label={t("more")} load={loadMenu} menu={{ heading, commands, isPhone: true }} />
    </header>
  );
}

const ProjectLink = ({ id, name }: { id: string; name: string }) => (
  <>
    <Link
      href={`/projects/${id}`}
      title={name}
      className="-ml-1.75 max-w-40 shrink-0 truncate rounded-in px-1.75 py-1 text-ink-2 hover:bg-fill-hover hover:text-ink"
    >
      {name}
    </Link>
    <span aria-hidden className="mr-1.75 text-ink-3">
      /
    </span>
  </>
);

const timesAsked = ({ modelAsked: { bar, times } }: ChatCommands, mine: "chat" | "phone"): number =>
  bar === mine ? times : 0;

function Title({ heading, commands, className }: BarProps & { className: string }) {
  if (!commands.isRenaming)
    return (
      <h1 title={heading.title} className={`min-w-0 flex-1 truncate px-1.75 font-medium ${className}`}>
        {heading.title}
      </h1>
    );
  return (
    <RenameField
      title={heading.ownTitle || heading.title}
      onDone={commands.renamed}
      className={`flex-1 font-medium ${className}`}
    />
  );
}
