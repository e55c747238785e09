"use client";

import type { ReactNode } from "react";
import Link, { agentHref } from "@/components/ui/kit/agent-base";
import { May } from "@/components/ui/kit/rights";
import type { RefusedBy } from "@/lib/shared/chat/metadata";
import { t } from "@/lib/shared/i18n/en/chatCalls";

type RuleLineProps = {
  toolName: string;
  /** Why the call asks or was refused. Undefined for calls of earlier versions. */
  by: RefusedBy | "asks" | undefined;
  /** The agent whose tool it is, if the page shows calls of several agents. */
  agentId?: string;
  className?: string;
};

/** Names the rule by which a call asks or was refused, with a link to its setting. */
export function RuleLine({ toolName, by, agentId, className = "" }: RuleLineProps) {
  const path = `/agent/tools/${encodeURIComponent(toolName)}`;
  const href = agentId ? agentHref(agentId, path) : path;
  const code = (text: ReactNode) => <code className="font-mono text-[12px] wrap-anywhere">{text}</code>;
  return (
    <p className={`text-ink-2 ${className}`}>
      {by === "asks" ? t.rich("policyAsks", { tool: toolName, code }) : t("refused", { by: by ?? "none" })}{" "}
      {by !== undefined && by !== "user" && (
        <May open={href}>
          <Link href={href} className="underline decoration-line-control underline-offset-4 hover:text-ink">
            {t("changeRule")}
          </Link>
        </May>
      )}
    </p>
  );
}
