"use client";

import { PanelLeftClose } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { Brand } from "./brand";
import { ConversationNav } from "./conversation-nav";
import { Foot } from "./foot";
import { useLayout } from "./layout-context";

/** The list of conversations at full width; only where there is room for it beside chat and canvas. */
export function Column() {
  const { fold } = useLayout();
  return (
    <aside
      aria-label="Workspace"
      className="hidden w-(--column-width) shrink-0 flex-col border-line border-r bg-rail group-data-[nav=column]/shell:min-[1128px]:flex"
    >
      <div className="flex h-bar shrink-0 items-center gap-2.5 pr-2 pl-4">
        <Brand className="size-5" />
        <span className="font-medium">Easel</span>
        <IconButton label="Fold the list" side="right" className="ml-auto" onClick={() => fold(true)}>
          <PanelLeftClose aria-hidden />
        </IconButton>
      </div>
      <ConversationNav />
      <Foot />
    </aside>
  );
}
