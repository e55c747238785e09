"use client";

import { Bot, Check, Plus } from "lucide-react";
import type { ReactNode } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/kit/agent-base";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { May } from "@/components/ui/kit/rights";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shell";
import { AgentLink } from "./agent-link";

export type AgentChoice = { agents: readonly AgentView[]; current: string; first: string | undefined };

/** Menu of the agents. It mounts open, because its code loads on the first click on the trigger. */
export function AgentSwitcher({ trigger, agents, current }: AgentChoice & { trigger: ReactNode }) {
  const present = agents.filter(({ archivedAt, id }) => archivedAt === null || id === current);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        align="start"
        className="max-h-(--radix-dropdown-menu-content-available-height) w-64 overflow-y-auto"
      >
        <DropdownMenuLabel>{common("agents")}</DropdownMenuLabel>
        {present.map((agent) => (
          <DropdownMenuItem key={agent.id} asChild>
            <AgentLink agentId={agent.id} aria-current={agent.id === current ? "true" : undefined}>
              <AgentMark agent={agent} />
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="truncate">{agent.name}</span>
                {agent.description && (
                  <span className="truncate text-meta text-ink-3">{agent.description}</span>
                )}
                {agent.owner && (
                  <span className="truncate text-meta text-ink-3">{t("ownedBy", { name: agent.owner })}</span>
                )}
              </span>
              {agent.id === current && <Check aria-hidden />}
            </AgentLink>
          </DropdownMenuItem>
        ))}
        <May open="/settings/agents">
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link href="/settings/agents#new">
              <Plus aria-hidden />
              {t("newAgent")}
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <Link href="/settings/agents">
              <Bot aria-hidden />
              {common("allAgents")}
            </Link>
          </DropdownMenuItem>
        </May>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
