"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { changeAgent, deleteAgent, restoreAgent, useDeletedAgents } from "@/components/client/agents";
import { failureText } from "@/components/client/failure";
import { otherName } from "@/components/client/members";
import { AgentLink } from "@/components/client/shell/agents/agent-link";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { AgentMark } from "@/components/ui/kit/agent-mark";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { useRights } from "@/components/ui/kit/rights";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { BIN_DAYS } from "@/lib/shared/agents/agents";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as members } from "@/lib/shared/i18n/en/members";
import { t } from "@/lib/shared/i18n/en/settingsAgents";
import { t as shell } from "@/lib/shared/i18n/en/shell";
import { EditAgent } from "./edit-agent";
import { ShareAgent } from "./share-agent";

export function AgentsCard() {
  const { agents, current } = useAgentChoice();
  const deleted = useDeletedAgents();
  const [editing, setEditing] = useState<string | null>(null);
  const [sharing, setSharing] = useState<string | null>(null);
  const { isAlone } = useRights();
  const doing = useMutation({ mutationFn: (work: () => Promise<void>) => work() });
  const remove = ({ id }: AgentView) =>
    doing.mutate(async () => {
      await deleteAgent(id);
      // The pages of the deleted agent no longer exist, so leave them with a full navigation.
      if (id === current) location.assign("/settings/agents");
    });
  return (
    <TitledCard title={common("allAgents")} about={t("hint", { days: BIN_DAYS })}>
      <ul aria-label={common("agents")} className="flex flex-col divide-y divide-line">
        {agents.map((agent) => (
          <Row
            key={agent.id}
            agent={agent}
            badge={badgeOf(agent, current)}
            form={
              <>
                {editing === agent.id && <EditAgent agent={agent} onDone={() => setEditing(null)} />}
                {sharing === agent.id && <ShareAgent agent={agent} />}
              </>
            }
          >
            {agent.id !== current && (
              <Button asChild variant="outline" size="sm">
                <AgentLink agentId={agent.id}>{common("open")}</AgentLink>
              </Button>
            )}
            {isOwn(agent) && (
              <>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={t("edit", { name: agent.name })}
                  aria-expanded={editing === agent.id}
                  onClick={() => setEditing(editing === agent.id ? null : agent.id)}
                >
                  {common("edit")}
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() =>
                    doing.mutate(() => changeAgent(agent.id, { archived: agent.archivedAt === null }))
                  }
                >
                  {agent.archivedAt === null ? t("archive") : t("unarchive")}
                </Button>
                {!isAlone && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={t("share", { name: agent.name })}
                    aria-expanded={sharing === agent.id}
                    onClick={() => setSharing(sharing === agent.id ? null : agent.id)}
                  >
                    {members("share")}
                  </Button>
                )}
                {agents.length > 1 && (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={t("delete", { name: agent.name })}
                    onClick={() => remove(agent)}
                  >
                    {common("delete")}
                  </Button>
                )}
              </>
            )}
          </Row>
        ))}
        {deleted.filter(isOwn).map((agent) => (
          <Row key={agent.id} agent={agent} badge={t("deleted")}>
            <Button variant="outline" size="sm" onClick={() => doing.mutate(() => restoreAgent(agent.id))}>
              {t("restore")}
            </Button>
          </Row>
        ))}
      </ul>
      <FieldError role="alert">{doing.error ? failureText(doing.error) : undefined}</FieldError>
    </TitledCard>
  );
}

const isOwn = ({ right = "own" }: AgentView) => right === "own";

const badgeOf = ({ id, archivedAt }: AgentView, current: string) =>
  id === current ? t("thisOne") : archivedAt === null ? undefined : t("archived");

type RowProps = { agent: AgentView; badge: string | undefined; form?: ReactNode; children: ReactNode };

function Row({ agent, badge, form, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <AgentMark agent={agent} className="size-8 text-prose" />
      <div className="flex min-w-0 flex-1 basis-48 flex-col">
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{agent.name}</span>
          {badge && <Badge variant="secondary">{badge}</Badge>}
        </span>
        {agent.description && <span className="text-ink-2 wrap-anywhere">{agent.description}</span>}
        {agent.owner !== undefined && (
          <span className="text-meta text-ink-3">{shell("ownedBy", { name: otherName(agent.owner) })}</span>
        )}
      </div>
      <div className="flex flex-wrap gap-1">{children}</div>
      {form}
    </li>
  );
}
