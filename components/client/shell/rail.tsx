"use client";

import { Inbox, MessagesSquare, Search, Settings, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton, tipOf } from "@/components/ui/icon-button";
import Link, { usePathname } from "@/components/ui/kit/agent-base";
import { useRegistry } from "@/components/ui/kit/commands";
import { MenuButton } from "@/components/ui/kit/menu-button";
import { useRights } from "@/components/ui/kit/rights";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shell";
import { AgentButton } from "./agents/agent-button";
import { WaitingCount } from "./conversations/waiting-count";
import { useLayout } from "./layout-context";
import { GALLERY, isAt, PLACES, PROJECTS_PLACE, settingsHome } from "./places";
import { useList } from "./shell-context";
import { useFootMenu } from "./use-foot-menu";

/** Icon-only navigation, by choice on wide screens and always where the column does not fit. */
export function Rail() {
  const { conversations, current } = useList();
  const { fold, setIsListOpen } = useLayout();
  const registry = useRegistry();
  const menu = useFootMenu();
  const { mayOpen } = useRights();
  const isWaiting = conversations.some(({ id, openAsks }) => openAsks > 0 && id !== current);
  const label = isWaiting ? t("oneWaits") : common("conversations");
  const list = (
    <>
      <MessagesSquare aria-hidden />
      {isWaiting && (
        <span className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent ring-2 ring-rail" />
      )}
    </>
  );
  return (
    <nav
      aria-label={t("workspace")}
      className="hidden w-(--rail-width) shrink-0 flex-col items-center gap-1 border-line border-r bg-rail pb-2 md:flex group-data-[nav=column]/shell:min-[1128px]:hidden"
    >
      <div className="flex h-bar shrink-0 items-center">
        <AgentButton isSmall className="size-9" />
      </div>
      <RailLink href="/" label={common("newConversation")}>
        <SquarePen aria-hidden />
      </RailLink>
      <RailLink href="/inbox" label={common("inbox")} badge={<WaitingCount isSmall />}>
        <Inbox aria-hidden />
      </RailLink>
      {[PROJECTS_PLACE, GALLERY].map(({ href, title, icon: Icon }) => (
        <RailLink key={href} href={href} label={title}>
          <Icon aria-hidden />
        </RailLink>
      ))}
      <IconButton
        label={common("search")}
        side="right"
        className="size-9"
        aria-haspopup="dialog"
        onClick={() => registry.press("palette")}
      >
        <Search aria-hidden />
      </IconButton>
      <IconButton
        label={label}
        side="right"
        onClick={() => fold(false)}
        className="relative hidden size-9 min-[1128px]:flex"
      >
        {list}
      </IconButton>
      <IconButton
        label={label}
        side="right"
        aria-haspopup="dialog"
        onClick={() => setIsListOpen(true)}
        className="relative size-9 min-[1128px]:hidden"
      >
        {list}
      </IconButton>
      <div className="mt-auto flex flex-col gap-1">
        <MenuButton label={t("menu")} className="size-9" {...menu} />
        {PLACES.filter(({ href }) => mayOpen(href)).map(({ href, title, icon: Icon }) => (
          <RailLink key={href} href={href} label={title}>
            <Icon aria-hidden />
          </RailLink>
        ))}
        <RailLink href={settingsHome(mayOpen)} section="/settings" label={common("settings")}>
          <Settings aria-hidden />
        </RailLink>
      </div>
    </nav>
  );
}

type RailLinkProps = {
  href: string;
  /** Address of the section, if it does not start at `href`. */
  section?: string;
  label: string;
  badge?: ReactNode;
  children: ReactNode;
};

function RailLink({ href, section = href, label, badge, children }: RailLinkProps) {
  const path = usePathname();
  const isCurrent = href !== "/" && isAt(path, section);
  return (
    <Button
      asChild
      variant="ghost"
      size="icon"
      className={cn("relative size-9", isCurrent && "bg-fill-press text-ink hover:bg-fill-press")}
    >
      <Link
        href={href}
        aria-current={path === href ? "page" : isCurrent ? "true" : undefined}
        {...tipOf(label, "right")}
      >
        {children}
        <span className="sr-only">{label} </span>
        {badge}
      </Link>
    </Button>
  );
}
