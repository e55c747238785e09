"use client";

import { ArrowLeft, PanelLeftClose } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { OfferLater } from "@/components/client/notifications/offer-later";
import { IconButton } from "@/components/ui/icon-button";
import { usePathname } from "@/components/ui/kit/agent-base";
import { useRegistry } from "@/components/ui/kit/commands";
import { BackLink } from "@/components/ui/kit/page/back-link";
import { CONTENT } from "@/components/ui/kit/page/page-main";
import { skipLink } from "@/components/ui/kit/skip-style";
import { later } from "@/components/ui/later";
import { t } from "@/lib/shared/i18n/en/shell";
import { AgentButton } from "./agents/agent-button";
import { ConversationNav } from "./conversations/conversation-nav";
import { Foot } from "./foot";
import { useLayout } from "./layout-context";
import { BARE, isAt } from "./places";
import { Rail } from "./rail";

const Drawer = later(() => import("./drawer").then((module) => module.Drawer));

type ShellProps = {
  /** Navigation of the settings, which replaces the conversations on their pages. */
  settings: ReactNode;
  children: ReactNode;
};

/**
 * Layout of the workspace with a rail or a column on the left. On narrow screens a drawer replaces both. On settings pages
 * the column lists the settings.
 */
export function Shell({ settings, children }: ShellProps) {
  const { isRail, isListOpen } = useLayout();
  const path = usePathname();
  const isBare = useSearchParams().has(BARE);
  const [isDrawerWanted, setIsDrawerWanted] = useState(false);
  if (isListOpen && !isDrawerWanted) setIsDrawerWanted(true);
  if (isBare) return children;
  return (
    <div data-nav={isRail ? "rail" : "column"} className="group/shell flex h-dvh overflow-hidden bg-paper">
      {isAt(path, "/chat") ? (
        <SkipToComposer />
      ) : (
        <a href={`#${CONTENT}`} className={skipLink}>
          {t("skipToContent")}
        </a>
      )}
      {isAt(path, "/settings") ? (
        <SettingsColumn>{settings}</SettingsColumn>
      ) : (
        <>
          <Column />
          <Rail />
        </>
      )}
      {children}
      {isDrawerWanted && <Drawer />}
    </div>
  );
}

/**
 * Full-width list of conversations as a column. Shown only on screens that have space for it beside chat and
 * canvas.
 */
function Column() {
  const { fold } = useLayout();
  // The inbox page shows the offer of notifications itself.
  const isInbox = usePathname() === "/inbox";
  return (
    <aside
      aria-label={t("workspace")}
      className="hidden w-(--column-width) shrink-0 flex-col border-line border-r bg-rail group-data-[nav=column]/shell:min-[1128px]:flex"
    >
      <div className="flex h-bar shrink-0 items-center gap-1 px-2">
        <AgentButton className="flex-1" />
        <IconButton label={t("foldList")} side="right" onClick={() => fold(true)}>
          <PanelLeftClose aria-hidden />
        </IconButton>
      </div>
      <ConversationNav />
      {!isInbox && (
        <div className="p-2 empty:hidden">
          <OfferLater />
        </div>
      )}
      <Foot />
    </aside>
  );
}

const SettingsColumn = ({ children }: { children: ReactNode }) => (
  <aside
    aria-label={t("workspace")}
    className="flex w-(--column-width) shrink-0 flex-col border-line border-r bg-rail max-md:hidden print:hidden"
  >
    <div className="flex h-bar shrink-0 items-center px-2">
      <AgentButton className="flex-1" />
    </div>
    <div className="px-2">
      <BackLink className="flex h-8 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink">
        <ArrowLeft aria-hidden className="size-4" />
        {t("backToChat")}
      </BackLink>
    </div>
    <div data-scroll="settings" className="min-h-0 flex-1 overflow-y-auto">
      {children}
    </div>
  </aside>
);

/** Skip link, the first tab stop. It focuses the message field. */
function SkipToComposer() {
  const registry = useRegistry();
  return (
    <button type="button" onClick={() => registry.press("composer")} className={skipLink}>
      {t("skipToMessage")}
    </button>
  );
}
