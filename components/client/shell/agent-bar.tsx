"use client";

import { useSearchParams } from "next/navigation";
import { usePathname } from "@/components/ui/kit/agent-base";
import { useRights } from "@/components/ui/kit/rights";
import { t as common } from "@/lib/shared/i18n/en/common";
import { AGENT_TABS, BARE, isAt } from "./places";
import { TabBar } from "./tab-bar";

/** The tabs of the place “Agent”. */
export function AgentBar() {
  const path = usePathname();
  const { mayOpen } = useRights();
  if (useSearchParams().has(BARE)) return null;
  const tabs = AGENT_TABS.filter(({ href }) => mayOpen(href)).map(({ href, title }) => ({
    href,
    title,
    current: path === href ? ("page" as const) : isAt(path, href) ? ("true" as const) : undefined,
  }));
  return <TabBar label={common("agent")} tabs={tabs} />;
}
