import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { AgentButton } from "@/components/client/shell/agents/agent-button";
import { Foot } from "@/components/client/shell/foot";
import { BackLink } from "@/components/ui/kit/page/back-link";
import { CONTENT } from "@/components/ui/kit/page/page-main";
import { skipLink } from "@/components/ui/kit/skip-style";
import { navRow, SettingsNav } from "./settings-nav";

export function SettingsFrame({ skipTo = "settings", children }: { skipTo?: string; children: ReactNode }) {
  return (
    <div className="flex h-dvh overflow-hidden bg-paper">
      <a href={`#${CONTENT}`} className={skipLink}>
        Skip to the {skipTo}
      </a>
      <aside
        aria-label="Workspace"
        className="flex w-(--column-width) shrink-0 flex-col border-line border-r bg-rail max-md:hidden print:hidden"
      >
        <div className="flex h-bar shrink-0 items-center px-2">
          <AgentButton className="flex-1" />
        </div>
        <div className="px-2">
          <BackLink className={navRow}>
            <ArrowLeft aria-hidden className="size-4" />
            Back to the chat
          </BackLink>
        </div>
        <div data-scroll="settings" className="min-h-0 flex-1 overflow-y-auto">
          <SettingsNav />
        </div>
        <Foot hasPlaces={false} />
      </aside>
      {children}
    </div>
  );
}
