"use client";

import { PanelLeftClose } from "lucide-react";
import { type ReactNode, useState } from "react";
import { OfferLater } from "@/components/client/notifications/offer-later";
import { IconButton } from "@/components/ui/icon-button";
import { usePathname } from "@/components/ui/kit/agent-base";
import { useRegistry } from "@/components/ui/kit/commands";
import { skipLink } from "@/components/ui/kit/skip-style";
import { later } from "@/components/ui/later";
import { AgentButton } from "./agents/agent-button";
import { ConversationNav } from "./conversations/conversation-nav";
import { Foot } from "./foot";
import { useLayout } from "./layout-context";
import { Rail } from "./rail";

const Drawer = later(() => import("./drawer").then((module) => module.Drawer));

type ShellProps = {
  /** Target of the skip link on pages without a message field: the id and name of the content. */
  skipTo?: { id: string; name: string };
  children: ReactNode;
};

/** Layout of the workspace with a rail or a column on the left. On narrow screens a drawer replaces both. */
export function Shell({ skipTo, children }: ShellProps) {
  const { isRail, isListOpen } = useLayout();
  const [isDrawerWanted, setIsDrawerWanted] = useState(false);
  if (isListOpen && !isDrawerWanted) setIsDrawerWanted(true);
  return (
    <div data-nav={isRail ? "rail" : "column"} className="group/shell flex h-dvh overflow-hidden bg-paper">
      {skipTo ? (
        <a href={`#${skipTo.id}`} className={skipLink}>
          Skip to the {skipTo.name}
        </a>
      ) : (
        <SkipToComposer />
      )}
      <Column />
      <Rail />
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
      aria-label="Workspace"
      className="hidden w-(--column-width) shrink-0 flex-col border-line border-r bg-rail group-data-[nav=column]/shell:min-[1128px]:flex"
    >
      <div className="flex h-bar shrink-0 items-center gap-1 px-2">
        <AgentButton className="flex-1" />
        <IconButton label="Fold the list" side="right" onClick={() => fold(true)}>
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

/** Skip link, the first tab stop. It focuses the message field. */
function SkipToComposer() {
  const registry = useRegistry();
  return (
    <button type="button" onClick={() => registry.press("composer")} className={skipLink}>
      Skip to the message field
    </button>
  );
}
