"use client";

import { ChevronsUpDown } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { t } from "@/lib/shared/i18n/en/shell";
import { useAgentChoice } from "../layout-context";
import type { AgentChoice } from "./agent-switcher";

type Switcher = ComponentType<AgentChoice & { trigger: ReactNode }>;

const load = () => import("./agent-switcher").then((module) => module.AgentSwitcher);

export function AgentButton({ isSmall = false, className }: { isSmall?: boolean; className?: string }) {
  const choice = useAgentChoice();
  const [Menu, setMenu] = useState<Switcher>();
  const agent = choice.agents.find(({ id }) => id === choice.current);
  if (!agent) return null;
  const open = () =>
    void load()
      .then((loaded) => setMenu(() => loaded))
      .catch(() => {});
  const look = (
    <Button
      variant="ghost"
      size={isSmall ? "icon" : "default"}
      aria-haspopup="menu"
      className={cn(!isSmall && "min-w-0 justify-start gap-2.5 px-2 text-ink", className)}
      {...(!Menu && {
        "aria-expanded": false,
        onPointerEnter: () => void load().catch(() => {}),
        onFocus: () => void load().catch(() => {}),
        onClick: open,
      })}
    >
      <AgentMark agent={agent} className={isSmall ? "size-6" : ""} />
      <span className="sr-only">{t("agent", { name: agent.name })}</span>
      {!isSmall && (
        <>
          <span aria-hidden className="min-w-0 flex-1 truncate text-left font-medium">
            {agent.name}
          </span>
          <ChevronsUpDown aria-hidden className="text-ink-3" />
        </>
      )}
    </Button>
  );
  return Menu ? <Menu {...choice} trigger={look} /> : look;
}
